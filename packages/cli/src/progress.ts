import type { Terminal } from './terminal.ts'

/** Shows a spinner on a terminal while long work runs. */
export async function withProgress<Result>(
  terminal: Terminal,
  message: string,
  work: (update: (message: string) => void) => Promise<Result>,
): Promise<Result> {
  if (!terminal.stderr.isTTY) return work(() => {})
  const { spinner } = await import('@clack/prompts')
  const progress = spinner({ output: terminal.stderr })
  progress.start(message)
  try {
    const result = await work((now) => progress.message(now))
    progress.stop(message)
    return result
  } catch (error) {
    progress.error(message)
    throw error
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A child process that answers each message with one message. */
export type Child = Awaited<ReturnType<typeof startChild>>

/** Starts a module in a child process. */
export async function startChild(file: URL, args: readonly string[] = []) {
  const path = fileURLToPath(file)
  const process = fork(path, args, {
    execArgv: ['--conditions=@doorkit/source'],
    env: { ...globalThis.process.env, NODE_ENV: 'production' },
  })
  const name = [path, ...args].join(' ')
  return {
    /** The message that it sent when it was ready. */
    greeting: await nextMessage(process, name),
    ask(message: object) {
      process.send(message)
      return nextMessage(process, name)
    },
    stop: () => void process.kill(),
  }
}

async function nextMessage(process: ChildProcess, name: string): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    return await Promise.race([
      once(process, 'message', { signal }).then(([message]) => message),
      once(process, 'exit', { signal }).then(([code, stoppedBy]) => {
        throw new Error(`${name} ended with ${code ?? stoppedBy}`)
      }),
    ])
  } finally {
    settled.abort()
  }
}

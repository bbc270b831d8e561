import { Writable } from 'node:stream'
import { main } from '../../src/index.ts'

/** Runs a command in this process. */
export async function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout = collector()
  const stderr = collector()
  const code = await main(args, { stdout: stdout.stream, stderr: stderr.stream, env })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

function collector() {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream, text: () => text }
}

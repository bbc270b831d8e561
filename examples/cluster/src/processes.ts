import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const doorkit = fileURLToPath(new URL('../../../packages/cli/src/bin.ts', import.meta.url))
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** A process that runs a server or a worker. */
export interface ClusterProcess {
  readonly child: ChildProcess
  /** The first line that it printed. */
  readonly line: string
}

/** Starts a server of the API that leaves background work to the workers. */
export function startServer(store: string): Promise<ClusterProcess> {
  return start(doorkit, 'serve', '--store', store, '--no-worker', '--port', '0', '--json')
}

/** Starts a worker, which serves nothing. */
export function startWorker(store: string): Promise<ClusterProcess> {
  return start(worker, store)
}

async function start(script: string, ...args: readonly string[]): Promise<ClusterProcess> {
  const child = spawn(process.execPath, ['--conditions=@doorkit/source', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  const line = once(createInterface(child.stdout), 'line')
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${code} before it was ready.`)
  })
  ended.catch(() => {})
  const [text] = await Promise.race([line, ended])
  return { child, line: String(text) }
}

/** Asks a process to finish, and waits for its end. */
export async function stop({ child }: ClusterProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

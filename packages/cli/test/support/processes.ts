import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const command = String(process.env.DOORKIT_TEST_COMMAND)

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The result of a process. */
export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The output of `doorkit serve --json`. */
interface Facts {
  readonly base_url: string
  readonly app_base_url: string
  readonly site_base_url: string
  readonly console_url: string
  readonly workspace: string
  readonly api_key: string
  readonly site_key: string
  readonly test_workspace: string
  readonly test_api_key: string
  readonly test_site_key: string
}

/** Environment variables of a process. */
export type Env = Readonly<Record<string, string>>

/** A running process. */
export interface RunningProgram {
  readonly child: ChildProcess
  readonly stdout: Output
  readonly stderr: Output
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Kills the process, and waits until it has exited. */
  readonly kill: () => Promise<void>
}

/** The text that a process has printed so far. */
interface Output {
  readonly text: () => string
  /** Resolves when the output contains a text. */
  readonly has: (text: string) => Promise<void>
}

/** A ready `doorkit serve --json`. */
export interface RunningServer extends RunningProgram {
  readonly facts: Facts
}

const running = new Set<ChildProcess>()

// No process may outlive the one that runs the tests.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Kills every process that is still running, and waits until it has exited. */
export async function endProcesses(): Promise<void> {
  const gone = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(gone)
}

/** Runs a command in a process of its own, to its end. */
export function run(args: readonly string[]): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
    watch(child)
  })
}

/** Starts a command, with additional environment variables. */
export function start(args: readonly string[], env?: Env): RunningProgram {
  return startProgram(process.execPath, [command, ...args], env)
}

/** Starts a program, with the repository as its working directory. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Env = {},
): RunningProgram {
  const child = watch(
    spawn(program, [...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: repository,
      env: { ...process.env, ...env },
    }),
  )
  const ended: RunningProgram['ended'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return {
    child,
    stdout: collect(child.stdout),
    stderr: collect(child.stderr),
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts `doorkit serve --json` on a free port, with new API keys, and waits for its line. */
export function startServing(...args: readonly string[]): Promise<RunningServer> {
  return startServingWith({}, ...args)
}

/** Like {@link startServing}, with environment variables. */
export function startServingWith(env: Env, ...args: readonly string[]): Promise<RunningServer> {
  const drain = args.includes('--drain-ms') ? [] : ['--drain-ms', '0']
  const flags = ['--json', '--port', '0', '--print-key', ...drain, ...args]
  return untilServing(start(['serve', ...flags], env))
}

/** Waits for the line of a started `doorkit serve --json`. */
export async function untilServing(process: RunningProgram): Promise<RunningServer> {
  await Promise.race([process.stdout.has('\n'), process.ended])
  const [line = '', ...rest] = process.stdout.text().split('\n')
  if (line === '') throw new Error(`The server did not start: ${process.stderr.text()}`)
  expect(rest).toEqual([''])
  return { ...process, facts: JSON.parse(line) as Facts }
}

/** Registers a process, so that it cannot outlive the tests of its file. */
function watch(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function collect(stream: ChildProcess['stdout']): Output {
  let text = ''
  const waiting = new Set<() => void>()
  stream?.setEncoding('utf8').on('data', (part: string) => {
    text += part
    for (const look of waiting) look()
  })
  return {
    text: () => text,
    has: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (!text.includes(wanted)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from './programs.ts'

const run = promisify(execFile)

// The code below looks for English words in the log.
const env = { LC_MESSAGES: 'C' }

/** Makes a folder that the user of PostgreSQL can enter, for the data of servers. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `doorkit-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Creates the data of a server in a new folder, with user and password `postgres`. */
export async function makeData(data: string): Promise<void> {
  const { initdb, user } = await postgresPrograms()
  const password = `${data}.password`
  writeFileSync(password, 'postgres\n', { mode: 0o600 })
  mkdirSync(data)
  if (user) for (const path of [password, data]) chownSync(path, user.uid, user.gid)
  const flags = ['--encoding=UTF8', '--locale=C', '--auth=password', '--username=postgres']
  await run(initdb, [...flags, `--pgdata=${data}`, `--pwfile=${password}`, '--no-sync'], {
    ...user,
    cwd: dirname(data),
    env,
  }).catch((cause: { stderr?: string }) => {
    throw new Error(`PostgreSQL did not create its data: ${cause.stderr}`, { cause })
  })
}

/**
 * Starts a server on the data of `makeData`. The server ends with this process at the latest.
 *
 * @throws Error with the end of the server's log if it does not start.
 */
export async function runPostgres(
  data: string,
  port: number,
  settings: readonly string[] = [],
): Promise<ChildProcess> {
  const { postgres, user } = await postgresPrograms()
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: dirname(data),
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    // The log is complete only after this event.
    child.once('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    child.stderr.on('data', (part) => {
      log = `${log}${part}`.slice(-5_000)
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
    })
  })
  return child
}

/** Stops a server: `SIGINT` rolls back transactions, `SIGQUIT` stops immediately, `SIGKILL` is a crash. */
export async function endPostgres(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

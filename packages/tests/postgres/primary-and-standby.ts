import { execFile } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startForward } from './forward.ts'
import { freePort } from './free-port.ts'
import { endPostgres, makeData, makeFolder, runPostgres } from './run-postgres.ts'

const run = promisify(execFile)

/** A primary and its synchronous standby, with one address. */
export interface PostgresPair {
  /** The address of the server that accepts writes. */
  readonly url: string
  /** Kills the primary. Nothing answers at the address after that. */
  killPrimary(): Promise<void>
  /** Restarts the primary with its data. */
  restartPrimary(): Promise<void>
  /** Promotes the standby, and points the address to it. */
  promoteStandby(): Promise<void>
  /** Stops both servers and removes their data. */
  stop(): Promise<void>
}

/**
 * Starts a primary whose commits wait until its standby has written them. The standby starts from a
 * copy of the primary's files.
 */
export async function startPair(): Promise<PostgresPair> {
  const folder = makeFolder('pair')
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await makeData(first)
  appendFileSync(join(first, 'postgresql.conf'), settings)
  await run('cp', ['-a', first, second])
  const ports = [await freePort(), await freePort()] as const
  writeFileSync(join(second, 'standby.signal'), '')
  const primaryAddress = `host=127.0.0.1 port=${ports[0]} user=postgres password=postgres application_name=standby`
  appendFileSync(join(second, 'postgresql.conf'), `primary_conninfo = '${primaryAddress}'\n`)
  const startPrimary = () => runPostgres(first, ports[0], ['synchronous_standby_names=standby'])
  let primary = await startPrimary()
  const standby = await runPostgres(second, ports[1])
  const forward = await startForward(ports[0])
  await untilRow(ports[0], `select 1 from pg_stat_replication where sync_state = 'sync'`)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${forward.port}/postgres`,
    async killPrimary() {
      await endPostgres(primary, 'SIGKILL')
      forward.moveTo(undefined)
    },
    async restartPrimary() {
      primary = await startPrimary()
      forward.moveTo(ports[0])
    },
    async promoteStandby() {
      await untilRow(ports[1], 'select 1 where pg_promote()')
      forward.moveTo(ports[1])
    },
    async stop() {
      await forward.close()
      await Promise.all([endPostgres(primary, 'SIGQUIT'), endPostgres(standby, 'SIGQUIT')])
      rmSync(folder, { recursive: true, force: true })
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

/** Repeats a query until it returns a row. */
async function untilRow(port: number, sql: string): Promise<void> {
  const client = new pg.Client(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  await client.connect()
  try {
    while ((await client.query(sql)).rows.length === 0);
  } finally {
    await client.end()
  }
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { endPostgres, makeData, makeFolder, runPostgres } from './run-postgres.ts'

/** A PostgreSQL for tests. */
export interface TestPostgres {
  /** The URL of the database in which tests create their schemas. */
  readonly url: string
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

const settings = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'],
  // The tables are removed before vacuuming could help, and no replica reads the log.
  ...['autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0', 'jit=off'],
  // Some races of the suite end in deadlocks. By default, PostgreSQL detects them only after a second.
  ...['deadlock_timeout=10ms', 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
]

/** Starts a PostgreSQL that may lose data in a power cut, which makes it faster. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = makeFolder('postgres')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const data = join(folder, 'data')
    await makeData(data)
    const port = await freePort()
    const server = await runPostgres(data, port, settings)
    return {
      url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        await endPostgres(server, 'SIGINT')
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

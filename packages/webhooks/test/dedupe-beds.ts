import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type DedupeTestBed, dedupeTestTimes } from '../src/dedupe-tests.ts'
import { memoryDedupeStore } from '../src/index.ts'
import { postgresDedupeStore } from '../src/postgres.ts'
import { sqliteDedupeStore } from '../src/sqlite.ts'

/** Creates a clock that the test moves, and the options of stores that use this clock. */
export function createClock() {
  let time = Date.UTC(2026, 9, 12)
  const advance = (ms: number) => {
    time += ms
  }
  return { advance, options: { ...dedupeTestTimes, now: () => time } }
}

/** Creates a folder for the test, and returns the path of a database in it. */
export function databaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dedupe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'webhooks.db')
}

/** Opens a file with `node:sqlite`, and closes it when the test ends. */
export function openNodeSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  return database
}

/** Creates an empty schema, and returns a function that opens pools over it. All end with the test. */
export async function createPools(): Promise<(options?: pg.PoolConfig) => pg.Pool> {
  const schema = await createSchema(inject('postgres'))
  const pools: pg.Pool[] = []
  onTestFinished(async () => {
    for (const pool of pools) await pool.end()
    await schema.remove()
  })
  return (options = {}) => {
    const pool = new pg.Pool({ connectionString: schema.url, ...options })
    pools.push(pool)
    return pool
  }
}

/** The test beds of the package's stores, except the one in Redis: see `redis.test.ts`. */
export const dedupeBeds: Record<string, () => DedupeTestBed | Promise<DedupeTestBed>> = {
  memory() {
    const { advance, options } = createClock()
    const store = memoryDedupeStore(options)
    return { advance, open: () => store }
  },
  SQLite() {
    const { advance, options } = createClock()
    const file = databaseFile()
    return { advance, open: () => sqliteDedupeStore(openNodeSqlite(file), options) }
  },
  async PostgreSQL() {
    const { advance, options } = createClock()
    const createPool = await createPools()
    return { advance, open: () => postgresDedupeStore(createPool(), options) }
  },
}

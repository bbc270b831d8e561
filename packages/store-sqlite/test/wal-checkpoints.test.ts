import { copyFileSync, existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { SchemaPlan } from '@doorkit/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { nodeSqliteDriver } from '../src/node-sqlite-driver.ts'
import { fileScrubber } from '../src/scrub-file.ts'
import { createCheckpoints } from '../src/wal-checkpoints.ts'
import { type Temporary, temporaryDirectory } from './temporary.ts'

/** The number of rows after which a checkpoint follows. */
const rows = 500

let directory: Temporary
let file: string
let db: DatabaseSync

beforeEach(() => {
  directory = temporaryDirectory()
  file = directory.path('doorkit.db')
  db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table notes (text)')
})

afterEach(() => {
  db.close()
  directory.remove()
})

/** Writes rows that each take the given number of pages. */
function write(rows: number, pages = 1): void {
  const insert = db.prepare('insert into notes values (zeroblob(?))')
  for (let row = 0; row < rows; row += 1) insert.run(pages * 4_096)
}

/** Counts the rows after which a checkpoint follows, and waits for it. */
async function checkpoint(of: string): Promise<void> {
  const checkpoints = createCheckpoints(db, of)
  for (let count = 0; count < rows; count += 1) checkpoints.count(1, 0)
  await checkpoints.close()
}

const logBytes = () => statSync(`${file}-wal`).size
const pagesBeforeCheckpoint = () => db.prepare('pragma wal_autocheckpoint').get()

test('five hundred rows are moved into the file on another thread', async () => {
  write(rows)
  await checkpoint(file)
  const copy = directory.path('copy.db')
  copyFileSync(file, copy)
  const withoutLog = new DatabaseSync(copy)
  expect(withoutLog.prepare('select count(*) as rows from notes').get()).toEqual({ rows })
  withoutLog.close()
})

test('once the thread has ended, a scrub does not wait for it', async () => {
  write(rows)
  const checkpoints = createCheckpoints(db, file)
  for (let count = 0; count < rows; count += 1) checkpoints.count(1, 0)
  await checkpoints.close()
  await expect(checkpoints.moveAll()).resolves.toBeUndefined()
})

test('fewer than five hundred rows start no thread, and do not change who moves the log', async () => {
  write(rows - 1)
  const checkpoints = createCheckpoints(db, file)
  for (let count = 0; count < rows - 1; count += 1) checkpoints.count(1, 0)
  await checkpoints.close()
  expect(pagesBeforeCheckpoint()).toEqual({ wal_autocheckpoint: 0 })
  expect(statSync(file).size).toBeLessThan(logBytes())
})

test('nine long writes are moved into the file as well', async () => {
  write(9, 120)
  const checkpoints = createCheckpoints(db, file)
  for (let count = 0; count < 9; count += 1) checkpoints.count(1, 120 * 4_096)
  await checkpoints.close()
  expect(statSync(file).size).toBeGreaterThan(9 * 120 * 4_096)
})

test('deleted rows count, although nothing is written to them', async () => {
  write(rows)
  const counts: [number, number][] = []
  const checkpoints = {
    count: (...count: [number, number]) => void counts.push(count),
    moveAll: async () => {},
    close: async () => {},
  }
  const options = { db, isOwn: false, busyTimeoutMs: 1_000, vacuumMaxBytes: 0, checkpoints }
  const driver = nodeSqliteDriver(options)
  await driver.batch([{ sql: 'delete from notes', params: [] }])
  await driver.close()
  expect(counts).toEqual([[rows, 0]])
})

test('a scrub moves a long log on the other thread before it empties the log', async () => {
  const checkpoints = createCheckpoints(db, file)
  write(1)
  for (let count = 0; count < rows; count += 1) checkpoints.count(1, 0)
  await checkpoints.moveAll()
  write(1, 2_000)
  const sizes: number[] = []
  const scrub = fileScrubber(db, {
    busyTimeoutMs: 1_000,
    vacuumMaxBytes: 0,
    checkpoints: {
      async moveAll() {
        await checkpoints.moveAll()
        sizes.push(statSync(file).size, logBytes())
      },
    },
  })
  await scrub()
  expect(Math.min(...sizes)).toBeGreaterThan(2_000 * 4_096)
  expect(logBytes()).toBe(0)
  await checkpoints.close()
})

/** Scrubs after long writes, and notes the length of the log at the rewrite. */
function scrubLongLog(rewrite: () => void) {
  write(1, 500)
  const lengths: number[] = []
  const { prepare } = db
  const scrubbed = {
    isTransaction: false,
    prepare: prepare.bind(db),
    exec() {
      lengths.push(logBytes())
      rewrite()
    },
  } as unknown as DatabaseSync
  const scrub = fileScrubber(scrubbed, { busyTimeoutMs: 1_000, vacuumMaxBytes: 2 ** 30 })
  return { scrubbing: scrub(), lengths }
}

test('a scrub empties the log before and after it rewrites the database, so that the rewrite needs less space', async () => {
  const { scrubbing, lengths } = scrubLongLog(() => db.exec('vacuum'))
  await scrubbing
  expect([...lengths, logBytes()]).toEqual([0, 0])
})

test('a scrub that has no room to rewrite the database leaves no long log', async () => {
  const { scrubbing } = scrubLongLog(() => {
    write(1, 500)
    throw new Error('database or disk is full')
  })
  await expect(scrubbing).rejects.toThrow('database or disk is full')
  expect(logBytes()).toBe(0)
})

test('steady writes do not make the log grow without bound', async () => {
  const pages = 28_000
  db.exec('pragma busy_timeout = 1000')
  const checkpoints = createCheckpoints(db, file)
  let longest = 0
  for (let written = 0; written < pages; written += 20) {
    write(1, 20)
    checkpoints.count(1, 20 * 4_096)
    longest = Math.max(longest, logBytes())
    await setImmediate()
  }
  await checkpoints.close()
  expect(longest).toBeLessThan(22_000 * 4_096)
})

test('a thread that cannot work leaves the log to SQLite', async () => {
  write(rows)
  await checkpoint(directory.path('missing/doorkit.db'))
  expect(pagesBeforeCheckpoint()).toEqual({ wal_autocheckpoint: 1_000 })
})

test('closing a store leaves its file without a log, and loses no write', async () => {
  const plan: SchemaPlan = { collections: [{ name: 'notes', columns: {}, indexes: [] }] }
  const own = directory.path('own.db')
  const store = sqliteStore({ file: own })
  await store.migrate(plan)
  for (let count = 0; count < 2 * rows; count += 1) {
    const row = { id: `n${count}`, columns: {}, data: 'kept' }
    await store.commit([{ op: 'insert', in: 'notes', row }])
  }
  await store.close()
  expect(existsSync(`${own}-wal`)).toBe(false)
  const again = sqliteStore({ file: own })
  await again.migrate(plan)
  const refs = Array.from({ length: 2 * rows }, (_, count) => ({ in: 'notes', id: `n${count}` }))
  expect((await again.get(refs)).filter((row) => row?.data === 'kept')).toHaveLength(2 * rows)
  await again.close()
})

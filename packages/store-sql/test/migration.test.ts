import { DatabaseSync } from 'node:sqlite'
import type { CollectionPlan, SchemaPlan } from '@doorkit/store'
import { expect, test } from 'vitest'
import { sqlStore } from '../src/index.ts'
import { plainDriver } from './plain-driver.ts'

const pages: CollectionPlan = {
  name: 'pages',
  partition: 'workspace',
  columns: { workspace: 'text', at: 'integer' },
  indexes: [{ name: 'pages_at', on: ['workspace', 'at'] }],
}
const before: SchemaPlan = { collections: [pages] }
const after: SchemaPlan = {
  collections: [
    {
      ...pages,
      columns: { ...pages.columns, size: 'integer' },
      indexes: [
        ...pages.indexes,
        { name: 'pages_size', on: ['workspace', 'size'] },
        { name: 'pages_new', on: ['workspace', 'at', 'size'] },
      ],
    },
  ],
}

/** A database that an earlier version created. */
async function createEarlierDatabase(): Promise<DatabaseSync> {
  const db = new DatabaseSync(':memory:')
  await sqlStore({ driver: plainDriver(db) }).migrate(before)
  return db
}

const indexesOf = (db: DatabaseSync) =>
  db
    .prepare(`select name from sqlite_schema where name like 'doorkit_pages__i_%' order by name`)
    .all()
    .map(({ name }) => String(name).slice('doorkit_pages__i_'.length))
const leaseOf = (db: DatabaseSync) => db.prepare('select token, until from doorkit__schema').get()
/** Ends the lease, as if its time had passed. */
const endLease = (db: DatabaseSync) => db.exec('update doorkit__schema set until = 1')
const never = () => Promise.reject(new Error('Nobody else migrates.'))

/**
 * Migrates with a store whose process dies before it creates the second index. Resolves at that moment.
 */
function migrateAndDie(db: DatabaseSync) {
  const driver = plainDriver(db)
  return new Promise<void>((die) => {
    const hang = () => {
      die()
      return new Promise<never>(() => {})
    }
    const store = sqlStore({
      driver: {
        ...driver,
        alone: (one) => (one.sql.includes('pages_new') ? hang() : driver.query(one)),
      },
      wait: never,
    })
    void store.migrate(after)
  })
}

test('the indexes of an existing table are created after the transaction, one at a time', async () => {
  const db = await createEarlierDatabase()
  const driver = plainDriver(db)
  const batches: string[] = []
  const alone: string[] = []
  const store = sqlStore({
    driver: {
      ...driver,
      batch(all) {
        batches.push(all.map(({ sql }) => sql).join('\n'))
        return driver.batch(all)
      },
      alone(one) {
        alone.push(one.sql)
        return driver.query(one)
      },
    },
    wait: never,
  })
  const dry = await store.migrate(after, { dryRun: true })
  expect(await store.migrate(after)).toEqual(dry)
  expect(alone).toEqual(dry.statements.filter((sql) => sql.startsWith('create index')))
  expect(alone).toHaveLength(2)
  expect(batches.filter((batch) => batch.includes('add column'))).toHaveLength(1)
  expect(batches.some((batch) => batch.includes('create index'))).toBe(false)
  const recorded = db.prepare(`select statement from doorkit__migration order by number`).all()
  expect(recorded.slice(-3).map(({ statement }) => statement)).toEqual(dry.statements)
  expect(leaseOf(db)).toMatchObject({ until: 0 })
})

test('when the process that migrates dies, another waits for its lease to end and continues', async () => {
  const db = await createEarlierDatabase()
  await migrateAndDie(db)
  expect(indexesOf(db)).toEqual(['pages_at', 'pages_size'])
  const waits: number[] = []
  const store = sqlStore({
    driver: plainDriver(db),
    async wait(ms) {
      waits.push(ms)
      if (waits.length === 3) endLease(db)
    },
  })
  const { statements } = await store.migrate(after)
  expect(waits).toHaveLength(3)
  expect(statements).toEqual([expect.stringContaining('pages_new')])
  expect(indexesOf(db)).toEqual(['pages_at', 'pages_new', 'pages_size'])
})

test('a dry run says until when another process has the lease', async () => {
  const db = await createEarlierDatabase()
  await migrateAndDie(db)
  const store = sqlStore({ driver: plainDriver(db), wait: never })
  const { statements, underWayUntil } = await store.migrate(after, { dryRun: true })
  expect(statements).toHaveLength(1)
  expect(underWayUntil).toBe(leaseOf(db)?.until)
  endLease(db)
  expect(await store.migrate(after, { dryRun: true })).toEqual({ statements })
})

test('a process whose lease was taken over changes nothing more', async () => {
  const db = await createEarlierDatabase()
  const driver = plainDriver(db)
  const other = sqlStore({ driver: plainDriver(db), wait: never })
  const created: string[] = []
  const store = sqlStore({
    driver: {
      ...driver,
      async alone(one) {
        created.push(one.sql)
        const result = await driver.query(one)
        endLease(db)
        await other.migrate(after)
        return result
      },
    },
    wait: never,
  })
  expect(await store.migrate(after)).toEqual({ statements: [] })
  expect(created).toEqual([expect.stringContaining('pages_size')])
  expect(leaseOf(db)).toMatchObject({ token: 2, until: 0 })
})

test('a process that gets the lease after another has done the work changes nothing', async () => {
  const db = await createEarlierDatabase()
  const driver = plainDriver(db)
  const other = sqlStore({ driver: plainDriver(db), wait: never })
  let looks = 0
  const store = sqlStore({
    driver: {
      ...driver,
      async query(one) {
        const result = await driver.query(one)
        if (one.sql.startsWith('select "version"') && ++looks === 1) await other.migrate(after)
        return result
      },
    },
    wait: never,
  })
  expect(await store.migrate(after)).toEqual({ statements: [] })
})

test('a database of a later version is refused, and the error says what to do next', async () => {
  const db = await createEarlierDatabase()
  const open = () => sqlStore({ driver: plainDriver(db), wait: never })
  const { statements } = await open().migrate({ ...after, version: 3 })
  expect(statements.at(0)).toContain('add column')
  expect(await open().migrate({ ...after, version: 3 })).toEqual({ statements: [] })
  for (const version of [undefined, 2]) {
    for (const dryRun of [true, false]) {
      await expect(open().migrate({ ...before, version }, { dryRun })).rejects.toMatchObject({
        name: 'StoreError',
        code: 'newer_database',
        message: expect.stringMatching(/has version 3 .* Run the release that migrated/),
      })
    }
  }
  expect(await open().migrate({ ...after, version: 4 })).toMatchObject({
    statements: [/* the version alone */ expect.stringContaining('"version" = 4')],
  })
})

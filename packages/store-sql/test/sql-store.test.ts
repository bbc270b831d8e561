import { DatabaseSync } from 'node:sqlite'
import type { SchemaPlan } from '@doorkit/server/store'
import { describe, expect, test } from 'vitest'
import { SqlError, sqlStore } from '../src/index.ts'
import { plainDriver } from './plain-driver.ts'

const plan: SchemaPlan = {
  collections: [
    {
      name: 'pages',
      keys: { workspace: 'text', at: 'integer' },
      indexes: [{ name: 'by_at', on: ['workspace', 'at'] }],
      search: 'text',
    },
  ],
}

function insert(id: string, data: unknown, keys = {}) {
  return { op: 'insert', in: 'pages', row: { id, keys, data } } as const
}

describe('sqlStore', () => {
  test('stores with different prefixes share a database without meeting', async () => {
    const db = new DatabaseSync(':memory:')
    const [one, two] = ['one_', 'two_'].map((prefix) =>
      sqlStore({ driver: plainDriver(db), prefix }),
    )
    for (const store of [one, two]) await store?.migrate(plan)
    await one?.commit([insert('n1', {})])
    expect(await two?.get([{ in: 'pages', id: 'n1' }])).toEqual([null])
    const names = db.prepare(`select name from sqlite_schema where name not like 'sqlite%'`).all()
    expect(names.length).toBeGreaterThan(10)
    for (const { name } of names) expect(String(name)).toMatch(/^(one|two)_/)
  })

  test('a prefix that cannot start an identifier is refused', () => {
    for (const prefix of ['', '1a', 'a-b', 'a"b', 'a'.repeat(31), 'ä']) {
      expect(() => sqlStore({ driver: plainDriver(), prefix })).toThrow(
        expect.objectContaining({ name: 'StoreError', code: 'invalid_query' }),
      )
    }
  })

  test('migrations are recorded, statement by statement', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    const { statements } = await store.migrate(plan)
    const recorded = driver.db.prepare(`select * from doorkit__migration order by number`).all()
    expect(recorded.map((row) => row.statement)).toEqual(statements)
    for (const { at } of recorded) expect(Number(at)).toBeGreaterThan(1_600_000_000_000)
  })

  test('a migration that another process overtakes looks again and succeeds', async () => {
    const db = new DatabaseSync(':memory:')
    // The lease of the first process ends while the other waits for it.
    const wait = async () => db.exec('update doorkit__schema set until = 0')
    const other = sqlStore({ driver: plainDriver(db), wait })
    await other.migrate({
      collections: [{ ...plan.collections[0], name: 'pages', keys: {}, indexes: [] }],
    })
    const driver = plainDriver(db)
    let batches = 0
    const store = sqlStore({
      driver: {
        ...driver,
        async batch(statements) {
          batches += 1
          if (batches === 1) await other.migrate(plan)
          return driver.batch(statements)
        },
      },
    })
    expect(await store.migrate(plan)).toEqual({ statements: [] })
    expect(batches).toBe(1)
    await store.commit([insert('n1', {}, { workspace: 'ws_1', at: 1 })])
    expect(await other.get([{ in: 'pages', id: 'n1' }])).toMatchObject([{ keys: { at: 1 } }])
  })

  test('a migration that fails for its own reasons says so and leaves nothing', async () => {
    const driver = plainDriver()
    const store = sqlStore({
      driver: {
        ...driver,
        batch: (statements) =>
          driver.batch([...statements, { sql: 'insert into nothing values (1)', params: [] }]),
      },
    })
    await expect(store.migrate(plan)).rejects.toMatchObject({ name: 'StoreError', code: 'fault' })
    expect(driver.db.prepare('select count(*) as n from sqlite_schema').get()).toEqual({ n: 0 })
  })

  test('the index of a search survives VACUUM', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    await store.migrate(plan)
    for (const id of ['n1', 'n2', 'n3']) await store.commit([insert(id, { text: `word ${id}` })])
    await store.commit([{ op: 'remove', in: 'pages', id: 'n1' }])
    driver.db.exec('vacuum')
    const hits = await store.search?.({ in: 'pages', where: [], text: 'n3', limit: 5 })
    expect(hits?.map((hit) => hit.row.id)).toEqual(['n3'])
    driver.db.exec(`insert into doorkit_pages__fts (doorkit_pages__fts) values ('integrity-check')`)
  })

  test('a search property declared later does not stumble over documents of any depth', async () => {
    const store = sqlStore({ driver: plainDriver() })
    const [pages] = plan.collections
    const { search: _, ...unsearched } = { ...pages, name: 'pages', keys: {}, indexes: [] }
    await store.migrate({ collections: [unsearched] })
    let deep: unknown = 'word'
    for (let level = 0; level < 2_000; level += 1) deep = [deep]
    await store.commit([insert('deep', { text: 'word', deep }), insert('flat', { text: 'word' })])
    await store.migrate({ collections: [{ ...unsearched, search: 'text' }] })
    const search = () => store.search?.({ in: 'pages', where: [], text: 'word', limit: 5 })
    expect((await search())?.map((hit) => hit.row.id)).toEqual(['flat'])
    await store.commit([{ op: 'patch', in: 'pages', id: 'deep', data: { text: 'word', deep } }])
    expect(await search()).toHaveLength(2)
  })

  test('a unique index that somebody else added is a fault that says what to do', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    await store.migrate(plan)
    driver.db.exec('create unique index foreign_one on doorkit_pages (workspace)')
    const keys = { workspace: 'ws_1' }
    await store.commit([insert('n1', {}, keys)])
    await expect(store.commit([insert('n2', {}, keys)])).rejects.toMatchObject({
      code: 'fault',
      message: expect.stringContaining('Drop it'),
    })
  })

  test('a sum beyond the safe integers is a fault, not a wrong number', async () => {
    const store = sqlStore({ driver: plainDriver() })
    await store.migrate(plan)
    const keys = { at: Number.MAX_SAFE_INTEGER }
    await store.commit([insert('n1', {}, keys), insert('n2', {}, keys)])
    const total = { total: { op: 'sum', key: 'at' } } as const
    await expect(
      store.aggregate({ in: 'pages', where: [], measures: total }),
    ).rejects.toMatchObject({ name: 'StoreError', code: 'fault' })
  })

  test('what a driver throws becomes a coded StoreError with its cause', async () => {
    const failures = [
      [new SqlError('busy', 'locked'), 'busy'],
      [new SqlError('fault', 'disk I/O error'), 'fault'],
      [new Error('socket hang up'), 'fault'],
    ] as const
    for (const [failure, code] of failures) {
      const driver = plainDriver()
      const store = sqlStore({ driver: { ...driver, query: () => Promise.reject(failure) } })
      await expect(store.ping()).rejects.toMatchObject({
        name: 'StoreError',
        code,
        cause: failure,
      })
    }
  })

  test('a driver that hears of other processes wakes the watchers', async () => {
    const driver = plainDriver()
    let wakeRemotely: () => void = () => {}
    const store = sqlStore({
      driver: {
        ...driver,
        async listen(channel, wake) {
          expect(channel).toBe('pages')
          wakeRemotely = wake
          return async () => {}
        },
      },
    })
    let calls = 0
    await store.watch?.('pages', () => {
      calls += 1
    })
    wakeRemotely()
    expect(calls).toBe(1)
  })
})

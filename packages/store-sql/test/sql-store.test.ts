import { DatabaseSync } from 'node:sqlite'
import type { SchemaPlan } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { SqlError, sqlStore } from '../src/index.ts'
import { tokensOfTerms } from '../src/search-tokens.ts'
import { plainDriver } from './plain-driver.ts'

const plan: SchemaPlan = {
  collections: [
    {
      name: 'pages',
      columns: { workspace: 'text', at: 'integer' },
      indexes: [{ name: 'by_at', on: ['workspace', 'at'] }],
      search: 'text',
    },
  ],
}

function insert(id: string, data: unknown, columns = {}) {
  return { op: 'insert', in: 'pages', row: { id, columns, data } } as const
}

describe('sqlStore', () => {
  test('two stores with different prefixes share a database, and neither sees the rows of the other', async () => {
    const db = new DatabaseSync(':memory:')
    const [one, two] = ['one_', 'two_'].map((prefix) =>
      sqlStore({ driver: plainDriver(db), prefix }),
    )
    for (const store of [one, two]) await store?.migrate(plan)
    await one?.commit([insert('n1', {})])
    await two?.commit([insert('n2', {})])
    const refs = ['n1', 'n2'].map((id) => ({ in: 'pages', id }))
    expect(await one?.get(refs)).toMatchObject([{ id: 'n1' }, null])
    expect(await two?.get(refs)).toMatchObject([null, { id: 'n2' }])
    const names = db.prepare(`select name from sqlite_schema where name not like 'sqlite%'`).all()
    expect(names.length).toBeGreaterThan(10)
    for (const { name } of names) expect(String(name)).toMatch(/^(one|two)_/)
  })

  test('a prefix that is empty, too long or not a plain identifier is refused', () => {
    for (const prefix of ['', '1a', 'a-b', 'a"b', 'a'.repeat(31), 'ä']) {
      expect(() => sqlStore({ driver: plainDriver(), prefix })).toThrow(
        expect.objectContaining({ name: 'StoreError', code: 'invalid_query' }),
      )
    }
  })

  test('other calls run while the words of many rows are indexed', async () => {
    const { dialect, ...driver } = plainDriver()
    let terms = 0
    const searchValue = (tokens: readonly number[]) => {
      terms += tokens.length
      return dialect.searchValue(tokens)
    }
    const store = sqlStore({ driver: { ...driver, dialect: { ...dialect, searchValue } } })
    await store.migrate(plan)
    // All words of the rows are different.
    const text = (row: number) =>
      Array.from({ length: 300 }, (_, at) => String(1_000_000 + row * 300 + at)).join(' ')
    const ops = Array.from({ length: 100 }, (_, row) => insert(`n${row}`, { text: text(row) }))
    let isOver = false
    const committed = store.commit(ops).finally(() => {
      isOver = true
    })
    const termsPerTick: number[] = []
    const noteTick = () => {
      termsPerTick.push(terms)
      terms = 0
    }
    for (; !isOver; await new Promise(setImmediate)) noteTick()
    noteTick()
    expect(await committed).toEqual({ ok: true })
    expect(termsPerTick.reduce((sum, inTick) => sum + inTick)).toBe(30_000)
    expect(Math.max(...termsPerTick)).toBeLessThan(2_500)
  })

  test('migrations are recorded, statement by statement', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    const { statements } = await store.migrate(plan)
    const recorded = driver.db.prepare(`select * from doorkit__migration order by number`).all()
    expect(recorded.map((row) => row.statement)).toEqual(statements)
    for (const { at } of recorded) expect(Number(at)).toBeGreaterThan(1_600_000_000_000)
  })

  test('a migration that another process overtakes checks again and succeeds', async () => {
    const db = new DatabaseSync(':memory:')
    // The lease of the first process ends while the other waits for it.
    const wait = async () => db.exec('update doorkit__schema set until = 0')
    const other = sqlStore({ driver: plainDriver(db), wait })
    await other.migrate({
      collections: [{ ...plan.collections[0], name: 'pages', columns: {}, indexes: [] }],
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
    expect(await other.get([{ in: 'pages', id: 'n1' }])).toMatchObject([{ columns: { at: 1 } }])
  })

  test('a migration that fails reports its reason and leaves nothing', async () => {
    const driver = plainDriver()
    const store = sqlStore({
      driver: {
        ...driver,
        batch: (statements) =>
          driver.batch([...statements, { sql: 'insert into missing values (1)', params: [] }]),
      },
    })
    await expect(store.migrate(plan)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'fault',
      message: expect.stringContaining('no such table: missing'),
    })
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
    driver.db.exec(
      `insert into doorkit_pages__terms (doorkit_pages__terms) values ('integrity-check')`,
    )
  })

  test('the words of a row are only in the index, and are removed with its text', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    await store.migrate(plan)
    const words = 'select rowid from doorkit_pages__terms where doorkit_pages__terms match ?'
    const [token] = tokensOfTerms('', ['word'])
    const found = () => driver.db.prepare(words).all(String(token)).length
    await store.commit([insert('n1', { text: 'word' }), insert('n2', { text: 'word' })])
    expect(found()).toBe(2)
    const kept = driver.db.prepare('select distinct _terms_text as tokens from doorkit_pages')
    expect(kept.all()).toEqual([{ tokens: '' }])
    await store.commit([{ op: 'patch', in: 'pages', id: 'n1', data: { text: 7 } }])
    expect(found()).toBe(1)
    await store.commit([{ op: 'remove', in: 'pages', id: 'n2' }])
    expect(found()).toBe(0)
  })

  test('a search property that is declared later accepts documents of any depth', async () => {
    const store = sqlStore({ driver: plainDriver() })
    const [pages] = plan.collections
    const { search: _, ...unsearched } = { ...pages, name: 'pages', columns: {}, indexes: [] }
    await store.migrate({ collections: [unsearched] })
    let deep: unknown = 'word'
    for (let level = 0; level < 2_000; level += 1) deep = [deep]
    await store.commit([insert('deep', { text: 'word', deep }), insert('flat', { text: 'word' })])
    await store.migrate({ collections: [{ ...unsearched, search: 'text' }] })
    const hits = await store.search?.({ in: 'pages', where: [], text: 'word', limit: 5 })
    expect(hits?.map((hit) => hit.row.id)).toEqual(['deep', 'flat'])
  })

  test('rows that an earlier version writes while it still runs are found after a migration', async () => {
    const driver = plainDriver()
    const [pages] = plan.collections
    const { search: _, ...unsearched } = { ...pages, name: 'pages', columns: {}, indexes: [] }
    await sqlStore({ driver }).migrate({ collections: [unsearched] })
    const insertEarlier = (id: string) =>
      driver.db.exec(
        `insert into doorkit_pages (id, rev, data) values ('${id}', 1, '{"text":"Café ${id}"}')`,
      )
    for (let at = 0; at < 120; at += 1) insertEarlier(`n${at}`)
    const searched = { collections: [{ ...unsearched, search: 'text' }] }
    const store = sqlStore({ driver })
    const find = async (text: string) =>
      (await store.search?.({ in: 'pages', where: [], text, limit: 500 }))?.length
    const { statements } = await store.migrate(searched, { dryRun: true })
    expect(await store.migrate(searched)).toEqual({ statements })
    expect([await find('CAFE'), await find('n119')]).toEqual([120, 1])

    insertEarlier('late')
    expect((await store.migrate(searched)).statements).toEqual(statements.slice(-1))
    expect(await find('late')).toBe(1)
    expect(await store.migrate(searched)).toEqual({ statements: [] })
  })

  test('a unique index that somebody else added is a fault that says what to do next', async () => {
    const driver = plainDriver()
    const store = sqlStore({ driver })
    await store.migrate(plan)
    driver.db.exec('create unique index foreign_one on doorkit_pages (workspace)')
    const columns = { workspace: 'ws_1' }
    await store.commit([insert('n1', {}, columns)])
    await expect(store.commit([insert('n2', {}, columns)])).rejects.toMatchObject({
      code: 'fault',
      message: expect.stringContaining('Drop the index'),
    })
  })

  test('a sum beyond the safe integers is a fault, not a wrong number', async () => {
    const store = sqlStore({ driver: plainDriver() })
    await store.migrate(plan)
    const columns = { at: Number.MAX_SAFE_INTEGER }
    await store.commit([insert('n1', {}, columns), insert('n2', {}, columns)])
    const total = { total: { op: 'sum', column: 'at' } } as const
    await expect(
      store.aggregate({ in: 'pages', where: [], measures: total }),
    ).rejects.toMatchObject({ name: 'StoreError', code: 'fault' })
  })

  test('an error of a driver becomes a coded StoreError with its cause', async () => {
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

  test('a driver that reports writes of other processes wakes the watchers', async () => {
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

import { DatabaseSync } from 'node:sqlite'
import type { CommitResult, SchemaPlan, Store, WriteOp } from '@doorkit/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { createWriteInGroup } from '../src/writes-in-one-transaction.ts'

const plan: SchemaPlan = {
  collections: [{ name: 'notes', columns: { count: 'integer' }, indexes: [] }],
}
const insert = (id: string, data: unknown = null): WriteOp => ({
  op: 'insert',
  in: 'notes',
  row: { id, columns: { count: 0 }, data },
})
const addOne: WriteOp = { op: 'patch', in: 'notes', id: 'sum', add: { count: 1 } }
const check = (id: string): WriteOp => ({ op: 'check', in: 'notes', id, exists: true })

/** A database that counts its commits. */
function countingDatabase() {
  const db = new DatabaseSync(':memory:')
  let commits = 0
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    const statement = prepare(sql)
    if (sql !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits += 1
      return run()
    }
    return statement
  }
  return { db, commits: () => commits }
}

describe('commits that wait at the same moment', () => {
  let db: DatabaseSync
  let commits: () => number
  let store: Store

  beforeEach(async () => {
    ;({ db, commits } = countingDatabase())
    store = sqliteStore({ db })
    await store.migrate(plan)
    await store.commit([insert('sum')])
  })

  afterEach(async () => {
    await store.close()
    db.close()
  })

  /**
   * Makes commits at the same time, and returns how many transactions they needed, and their results.
   */
  async function commitTogether(...ops: WriteOp[][]): Promise<[number, CommitResult[]]> {
    const before = commits()
    const results = await Promise.all(ops.map((one) => store.commit(one)))
    return [commits() - before, results]
  }

  test('share a transaction, and each has its own result', async () => {
    const [transactions, results] = await commitTogether(
      [insert('n1'), addOne],
      [insert('n2'), insert('sum'), addOne],
      [insert('n3'), check('nobody'), addOne],
      [addOne, insert('n4')],
    )
    expect(transactions).toBe(1)
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, reason: 'conflict', index: 'id' },
      { ok: false, reason: 'guard' },
      { ok: true },
    ])
    const rows = await store.get(['n1', 'n2', 'n3', 'n4', 'sum'].map((id) => ({ in: 'notes', id })))
    expect(rows.map((row) => row?.id)).toEqual(['n1', undefined, undefined, 'n4', 'sum'])
    expect(rows.at(-1)?.columns.count).toBe(2)
  })

  test('happen in order, each on the state that the others left', async () => {
    const set = (count: number): WriteOp => ({ ...addOne, add: undefined, set: { count } })
    const [transactions, results] = await commitTogether(
      [set(5)],
      [{ ...addOne, ifRev: 2 }],
      [{ ...addOne, ifRev: 2 }],
      [addOne],
    )
    expect(transactions).toBe(1)
    expect(results).toEqual([
      { ok: true },
      { ok: true },
      { ok: false, reason: 'guard' },
      { ok: true },
    ])
    const [sum] = await store.get([{ in: 'notes', id: 'sum' }])
    expect(sum).toMatchObject({ rev: 4, columns: { count: 7 } })
  })

  test('get their results even if the store is closed right after them', async () => {
    const calls = commitTogether([insert('n1')], [check('nobody')], [insert('n2')])
    await store.close()
    expect((await calls)[1].map(({ ok }) => ok)).toEqual([true, false, true])
    const count = db.prepare('select count(*) as n from doorkit_notes').get()
    expect(count).toEqual({ n: 3 })
  })

  test('are tried one by one if the disk refuses all of them because of one of them', async () => {
    const pages = Number(db.prepare('pragma page_count').get()?.page_count)
    db.exec(`pragma max_page_count = ${pages + 4}`)
    const results = await Promise.allSettled([
      store.commit([insert('n1'), addOne]),
      store.commit([insert('large', 'x'.repeat(100_000))]),
      store.commit([insert('n2'), addOne]),
    ])
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { ok: true } },
      { status: 'rejected', reason: { name: 'StoreError', code: 'unavailable' } },
      { status: 'fulfilled', value: { ok: true } },
    ])
    const count = db.prepare('select count(*) as n from doorkit_notes').get()
    expect(count).toEqual({ n: 3 })
  })

  test('share a transaction up to 256 statements', async () => {
    const [transactions, results] = await commitTogether(
      ...Array.from({ length: 300 }, () => [addOne, addOne]),
    )
    expect(transactions).toBe(3)
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(await store.get([{ in: 'notes', id: 'sum' }])).toMatchObject([
      { columns: { count: 600 } },
    ])
  })

  test('share a transaction up to 256 KB', async () => {
    const [transactions] = await commitTogether(
      ...Array.from({ length: 12 }, (_, at) => [insert(`large${at}`, 'x'.repeat(60_000))]),
    )
    expect(transactions).toBe(3)
  })

  test('are served by workspace in rotation if they do not fit into one transaction', async () => {
    const write = createWriteInGroup(
      {
        begin: () => order.push('begin'),
        commit() {},
        rollback() {},
        beginPart() {},
        commitPart() {},
        rollbackPart() {},
        isOpen: () => true,
      },
      0,
    )
    const order: (string | number)[] = []
    const size = { statements: 100, characters: 0 }
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']
    await Promise.all(names.map((name) => write(() => order.push(name), size, name.slice(0, 1))))
    expect(order).toEqual(['begin', 'a1', 'b1', 'begin', 'c1', 'a2', 'begin', 'a3', 'a4'])
  })
})

import type { SchemaPlan, Store, WriteOp } from '@doorkit/store'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { postgresStore } from '../src/index.ts'
import { type BreakableProxy, startProxy } from './support/proxy.ts'

const plan: SchemaPlan = {
  collections: [{ name: 'notes', columns: { count: 'integer', lease: 'text' }, indexes: [] }],
}
const insert = (id: string, columns = {}): WriteOp => ({
  op: 'insert',
  in: 'notes',
  row: { id, columns, data: null },
})
const addOne: WriteOp = { op: 'patch', in: 'notes', id: 'sum', add: { count: 1 } }

let database: string
let proxy: BreakableProxy
let store: Store
let removals: (() => Promise<void>)[]

beforeEach(async () => {
  const schema = await createSchema(inject('postgres'))
  database = schema.url
  proxy = await startProxy(`${schema.url}&application_name=faults`)
  store = postgresStore({ url: proxy.url, maxConnections: 3 })
  removals = [() => store.close(), proxy.close, schema.remove]
  await store.migrate(plan)
  await store.commit([insert('sum', { count: 0 })])
})

afterEach(async () => {
  for (const remove of removals) await remove()
})

async function readSum(): Promise<unknown> {
  const [row] = await store.get([{ in: 'notes', id: 'sum' }])
  return row?.columns.count
}

test('a commit whose outcome is unknown is never repeated', async () => {
  proxy.breakBeforeCommit()
  await expect(store.commit([addOne])).rejects.toMatchObject({
    name: 'StoreError',
    code: 'unknown_outcome',
    message: expect.stringContaining('check whether its rows were written'),
  })
  expect(await readSum()).toBe(0)
})

test('only writes that must not happen twice read the id of their transaction', async () => {
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  const texts: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((config: pg.QueryConfig) => {
      texts.push(config.text)
      return query(config)
    }) as typeof client.query
  })
  const counted = postgresStore({ pool })
  removals.unshift(async () => {
    await counted.close()
    await pool.end()
  })
  await counted.migrate(plan)
  const countIdReads = async (work: () => Promise<unknown>) => {
    texts.length = 0
    await work()
    expect(texts.length).toBeGreaterThan(0)
    return texts.filter((text) => text.includes('pg_current_xact_id')).length
  }
  const window = { key: 'k', limit: 5, windowMs: 1_000, now: 0 }
  const lease = {
    dueColumn: 'count',
    leaseColumn: 'lease',
    now: 1,
    leaseMs: 1,
    token: 't',
    limit: 5,
  }
  expect(await countIdReads(() => counted.get([{ in: 'notes', id: 'sum' }]))).toBe(0)
  expect(await countIdReads(() => counted.claim({ in: 'notes', ...lease }))).toBe(0)
  expect(await countIdReads(() => counted.consume({ ...window, points: 1 }))).toBe(0)
  expect(await countIdReads(() => counted.consume({ ...window, points: -1, resetAt: 1_000 }))).toBe(
    1,
  )
  expect(await countIdReads(() => counted.commit([addOne]))).toBe(1)
})

test('a store whose database is unreachable is unavailable, and works again without a restart', async () => {
  proxy.shut()
  const calls = [store.ping(), readSum(), store.commit([insert('n1')])]
  for (const call of await Promise.allSettled(calls)) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  }
  proxy.open()
  expect(await store.commit([insert('n1')])).toMatchObject({ ok: true })
  expect(await readSum()).toBe(0)
  await store.ping()
})

test('a full disk makes the store unavailable, and the failed commit is not repeated', async () => {
  const owner = new pg.Client(database)
  await owner.connect()
  removals.unshift(() => owner.end())
  await owner.query(
    `create sequence tries; create function fill() returns trigger language plpgsql as $$ begin perform nextval('tries'); raise exception 'No space left on device' using errcode = '53100'; end $$; create trigger full_disk before insert on doorkit_notes for each row execute function fill()`,
  )
  await expect(store.commit([insert('n1')])).rejects.toMatchObject({ code: 'unavailable' })
  expect((await owner.query('select last_value::int, is_called from tries')).rows).toEqual([
    { last_value: 1, is_called: true },
  ])
  await owner.query('drop trigger full_disk on doorkit_notes')
  expect(await store.commit([insert('n1')])).toMatchObject({ ok: true })
})

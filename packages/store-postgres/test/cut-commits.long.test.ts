import type { SchemaPlan, Store, WriteOp } from '@doorkit/store'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type PostgresEngine, postgresStore } from '../src/index.ts'
import { type BreakableProxy, startProxy } from './support/proxy.ts'

const collection = { columns: { workspace: 'text', count: 'integer' }, indexes: [] } as const
const plan: SchemaPlan = {
  collections: [{ name: 'notes', partition: 'workspace', ...collection }],
}
const workspace = 'w1'
const insert = (id: string, count = 0): WriteOp => ({
  op: 'insert',
  in: 'notes',
  row: { id, columns: { workspace, count }, data: null },
})
const sumRow = { in: 'notes', partition: workspace, id: 'sum' } as const
const addOne: WriteOp = { op: 'patch', ...sumRow, add: { count: 1 } }

const citus = process.env.DOORKIT_TEST_CITUS_URL
const databases: readonly { name: string; engine: PostgresEngine; url?: string }[] = [
  { name: 'PostgreSQL, which knows its transactions by number', engine: 'postgres' },
  { name: 'an engine with only the common features', engine: 'cockroachdb' },
  ...(citus === undefined
    ? []
    : [{ name: 'the nodes of Citus', engine: 'citus' as const, url: citus }]),
]

describe.each(databases)('over $name', ({ engine, url }) => {
  let proxy: BreakableProxy
  let store: Store
  let address: string
  let removals: (() => Promise<void>)[]

  beforeEach(async () => {
    const schema = await createSchema(url ?? inject('postgres'))
    address = schema.url
    proxy = await startProxy(`${schema.url}&application_name=cut`)
    store = postgresStore({ url: proxy.url, engine, maxConnections: 3 })
    removals = [() => store.close(), proxy.close, schema.remove]
    await store.migrate(plan)
    await store.commit([insert('sum')])
  })

  afterEach(async () => {
    for (const remove of removals) await remove()
  })

  async function readSum(): Promise<unknown> {
    const [row] = await store.get([sumRow])
    return row?.columns.count
  }

  describe.each([
    ['a commit', undefined],
    ['a commit with a time', { at: { scope: workspace, at: 5 } }],
  ])('%s', (_what, options) => {
    test('happens once if its connection breaks before the database receives it', async () => {
      proxy.breakBeforeCommit()
      expect(await store.commit([insert('n1'), addOne], options)).toMatchObject({ ok: true })
      expect(proxy.broken).toBe(1)
      expect(await readSum()).toBe(1)
    })

    test('succeeds, and happens once, if its answer is lost', async () => {
      proxy.breakAfterCommit()
      expect(await store.commit([addOne, insert('n1')], options)).toEqual({ ok: true })
      expect(proxy.broken).toBe(1)
      expect(await readSum()).toBe(1)
    })
  })

  test.skipIf(engine === 'postgres')(
    'a repeated commit happens once, even if its first try arrives after the second succeeded',
    async () => {
      proxy.holdCommit()
      expect(await store.commit([addOne])).toEqual({ ok: true })
      expect(proxy.broken).toBe(1)
      await proxy.deliverHeld()
      expect(await readSum()).toBe(1)
    },
  )

  test('no addition is lost or doubled while connections are terminated', async () => {
    const killer = new pg.Client(address)
    await killer.connect()
    let terminated = 0
    const terminateOne = async () => {
      const { rows } = await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut' order by random() limit 1`,
      )
      terminated += rows.length
    }
    const write = async (writer: number) => {
      const acknowledged: string[] = []
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const id = `w${writer}-${attempt}`
        const [result] = await Promise.all([
          store.commit([insert(id), addOne]).catch(() => null),
          attempt % 4 === 0 && terminateOne(),
        ])
        if (result?.ok) acknowledged.push(id)
      }
      return acknowledged
    }
    const acknowledged = (await Promise.all([0, 1, 2, 3].map(write))).flat()
    await killer.end()
    const rows = await store.get(acknowledged.map((id) => ({ ...sumRow, id })))
    expect(rows).not.toContain(null)
    const measures = { rows: { op: 'count' } } as const
    const [counted] = await store.aggregate({ in: 'notes', where: [], measures })
    expect(terminated).toBeGreaterThan(0)
    expect(acknowledged.length).toBeGreaterThan(0)
    // Every existing row has its addition, whatever answer its writer got.
    expect(await readSum()).toBe(Number(counted?.values.rows) - 1)
  })
})

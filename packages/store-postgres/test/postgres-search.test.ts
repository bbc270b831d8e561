import type { CollectionPlan, WriteOp } from '@doorkit/store'
import { createSchema } from '@doorkit/tests/postgres'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { postgresStore } from '../src/index.ts'

const pages: CollectionPlan = {
  name: 'pages',
  partition: 'workspace',
  columns: { workspace: 'text' },
  indexes: [{ name: 'by_workspace', on: ['workspace'] }],
  search: 'text',
}

const page = (workspace: string, id: string): WriteOp => {
  const data = { text: `How long do refunds of ${id} take, and what do they cost?` }
  return { op: 'insert', in: 'pages', row: { id, columns: { workspace }, data } }
}

/** How many pages of the database a statement reads, according to the database. */
function pagesRead(plan: string): number {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
  return Number(hit) + Number(read)
}

async function open() {
  const { url, remove } = await createSchema(inject('postgres'))
  onTestFinished(remove)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  onTestFinished(() => pool.end())
  const store = postgresStore({ pool })
  onTestFinished(() => store.close())
  await store.migrate({ collections: [pages] })
  const where = [{ column: 'workspace', op: 'eq', value: 'ws_1' }] as const
  const search = (text = 'how long do refunds take') =>
    store.search?.({ in: 'pages', where, text, limit: 5 })
  return { url, pool, store, search }
}

type Database = Awaited<ReturnType<typeof open>>

/** Counts the pages of the database that the statements of a search read. */
async function measure({ pool, search }: Database, text?: string): Promise<number> {
  const statements: { text: string; values: unknown[] }[] = []
  const client = await pool.connect()
  const query = client.query
  Object.assign(client, {
    query(...args: Parameters<typeof query>) {
      statements.push(args[0] as unknown as (typeof statements)[number])
      return Reflect.apply(query, client, args)
    },
  })
  client.release()
  expect(await search(text)).not.toHaveLength(0)
  Object.assign(client, { query })
  expect(statements).toHaveLength(2)
  let read = 0
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`explain (analyze, buffers) ${text}`, values)
    read += pagesRead(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return read
}

async function addPages({ store }: Database, workspace: string, commits: number): Promise<void> {
  for (let at = 0; at < commits; at += 1) {
    await store.commit(Array.from({ length: 500 }, (_, one) => page(workspace, `n${at}x${one}`)))
  }
}

test('a search reads almost no more of the database if other workspaces have more data', async () => {
  const database = await open()
  const { pool, store } = database
  await store.commit(Array.from({ length: 40 }, (_, at) => page('ws_1', `n${at}`)))
  await pool.query('vacuum analyze doorkit_pages')
  const alone = await measure(database)
  await addPages(database, 'ws_2', 20)
  await pool.query('vacuum analyze doorkit_pages')
  // 10,000 more rows add a few levels to the indexes; the rows alone are on 400 pages.
  expect(await measure(database)).toBeLessThan(alone + 100)
})

test('a search reads almost nothing that other workspaces added since the last vacuum', async () => {
  const database = await open()
  await addPages(database, 'ws_1', 10)
  await database.pool.query('vacuum analyze doorkit_pages')
  const alone = await measure(database, 'n7x7')
  await addPages(database, 'ws_2', 10)
  // Without a limit, the index's list of pending rows would have a thousand pages. The table has 210
  // more pages, which a count of its rows may read.
  expect(await measure(database, 'n7x7')).toBeLessThan(alone + 300)
})

test('a search uses one connection', async () => {
  const { pool, store, search } = await open()
  await store.commit([page('ws_1', 'n1')])
  let most = 0
  pool.on('acquire', () => {
    most = Math.max(most, pool.totalCount - pool.idleCount)
  })
  expect(await search()).toHaveLength(1)
  expect(most).toBe(1)
})

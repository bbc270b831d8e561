import { type Agent, createDoorkit, type EmbeddingModel, type Passage } from '@doorkit/server'
import type { CollectionPlan, Store, WriteOp } from '@doorkit/store'
import { type SqlDriver, sqlStore } from '@doorkit/store-sql'
import { PGlite } from '@electric-sql/pglite'
import { vector as pgvector } from '@electric-sql/pglite-pgvector'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pgliteDriver } from '../../drivers/pglite.ts'

const things: CollectionPlan = {
  name: 'things',
  partition: 'workspace',
  columns: { workspace: 'text', model: 'text' },
  indexes: [{ name: 'things_model', on: ['workspace', 'model'] }],
  vector: 'vector',
}
const plan = { collections: [things] }

const bytes = (...numbers: number[]) =>
  Buffer.from(Int8Array.from(numbers).buffer).toString('base64')

function insertionOf(id: string, numbers: number[], workspace = 'ws_1', model = 'small'): WriteOp {
  const data = { vector: bytes(...numbers) }
  return { op: 'insert', in: 'things', row: { id, columns: { workspace, model }, data } }
}

async function nearest(store: Store, vector: number[], limit = 10) {
  const where = [
    { column: 'workspace', op: 'eq', value: 'ws_1' },
    { column: 'model', op: 'eq', value: 'small' },
  ] as const
  const found = await store.nearest?.({ in: 'things', where, vector, limit })
  return found?.map(({ id }) => id) ?? null
}

let db: PGlite

// PGlite takes seconds to start, so all tests share one, each with its own schema.
beforeAll(async () => {
  db = await PGlite.create({ extensions: { vector: pgvector } })
}, 240_000)

afterAll(() => db.close())

let schemas = 0
// Each test starts with a schema of its own and without the extension.
beforeEach(async () => {
  schemas += 1
  await db.exec(
    `drop extension if exists vector cascade; create schema v_${schemas}; set search_path = v_${schemas}`,
  )
})

const install = (schema = 'public') => db.exec(`create extension vector schema ${schema}`)

function openStore(change: Partial<SqlDriver> = {}): Store {
  return sqlStore({ driver: { ...pgliteDriver(db), close: async () => {}, ...change } })
}

async function createMigratedStore(): Promise<Store> {
  const store = openStore()
  await store.migrate(plan)
  return store
}

test('PostgreSQL returns the rows with the nearest vectors of a workspace and model, in order', async () => {
  await install()
  const store = await createMigratedStore()
  await store.commit([
    insertionOf('east', [100, 0]),
    insertionOf('north', [0, 100]),
    insertionOf('northeast', [50, 50]),
    insertionOf('elsewhere', [100, 1], 'ws_2'),
    insertionOf('other model', [100, 1], 'ws_1', 'large'),
    insertionOf('more dimensions', [100, 0, 0]),
    {
      op: 'insert',
      in: 'things',
      row: { id: 'none', columns: { workspace: 'ws_1', model: 'small' }, data: {} },
    },
  ])
  expect(await nearest(store, [0.9, 0.1])).toEqual(['east', 'northeast', 'north'])
  expect(await nearest(store, [0.9, 0.1], 2)).toEqual(['east', 'northeast'])
  const [first] =
    (await store.nearest?.({ in: 'things', where: [], vector: [1, 0], limit: 1 })) ?? []
  expect(first).toEqual({ id: 'east', similarity: 1 })
})

test('a changed document has its new vector, and a removed one has none', async () => {
  await install()
  const store = await createMigratedStore()
  await store.commit([insertionOf('one', [100, 0]), insertionOf('two', [90, 20])])
  const ref = { in: 'things', partition: 'ws_1' }
  await store.commit([{ op: 'patch', ...ref, id: 'one', data: { vector: bytes(0, 100) } }])
  expect(await nearest(store, [1, 0])).toEqual(['two', 'one'])
  await store.commit([{ op: 'remove', ...ref, id: 'two' }])
  expect(await nearest(store, [1, 0])).toEqual(['one'])
})

test('a migration fills in the vectors of rows that are older than the extension', async () => {
  const before = await createMigratedStore()
  await before.commit(Array.from({ length: 120 }, (_, at) => insertionOf(`n${at}`, [at + 1, 100])))
  expect(await nearest(before, [1, 0])).toBeNull()
  await install()
  const after = openStore()
  expect((await after.migrate(plan, { dryRun: true })).statements).not.toEqual([])
  await after.migrate(plan)
  expect(await nearest(after, [1, 0], 2)).toEqual(['n119', 'n118'])
  expect((await openStore().migrate(plan)).statements).toEqual([])
  // A process that started before the extension was installed still writes without a vector.
  await before.commit([insertionOf('late', [100, 0])])
  await openStore().migrate(plan)
  expect(await nearest(after, [1, 0], 1)).toEqual(['late'])
})

test('the extension may be in a schema that is not on the search path', async () => {
  await db.exec('create schema if not exists "Extra things"')
  await install('"Extra things"')
  const store = await createMigratedStore()
  await store.commit([insertionOf('one', [100, 0])])
  expect(await nearest(store, [1, 0])).toEqual(['one'])
})

test('more than 20,000 vectors of a workspace are compared', async () => {
  await install()
  const store = await createMigratedStore()
  for (let at = 0; at < 20_500; at += 500) {
    await store.commit(
      Array.from({ length: 500 }, (_, one) =>
        insertionOf(`n${at + one}`, [one % 100, 100, at / 250]),
      ),
    )
  }
  await store.commit([insertionOf('wanted', [1, 0, 0])])
  expect(await nearest(store, [1, 0, 0], 1)).toEqual(['wanted'])
}, 60_000)

test('the search of knowledge by meaning compares the vectors in PostgreSQL', async () => {
  await install()
  const labels: string[] = []
  const driver = pgliteDriver(db)
  const store = openStore({
    query(statement, partition) {
      labels.push(statement.name ?? '')
      return driver.query(statement, partition)
    },
  })
  const embed: EmbeddingModel = {
    provider: 'test',
    modelId: 'small',
    doEmbed: async ({ values }) => ({
      embeddings: values.map((text) => [/zeppelin|airship/i.test(text) ? 1 : 0, 0.1]),
    }),
  }
  let found: readonly Passage[] = []
  const agent: Agent = {
    async *reply(turn) {
      found = (await turn.tools.search_knowledge.execute({ query: 'airship' })).passages
      yield { type: 'text-start', id: '1' }
      yield { type: 'text-delta', id: '1', delta: 'Done.' }
      yield { type: 'text-end', id: '1' }
    },
  }
  const doorkit = createDoorkit({ store, agent, embed })
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
    plan: 'apex',
  })
  const { secret } = await doorkit.keys.create({ workspace, name: 'Test', access: 'full_access' })
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const request = new Request(`https://api.example/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await (await doorkit.fetch(request)).json()) as { id: string }
  }
  await post('/knowledge/documents', { name: 'Hours', content: 'Monday to Friday.' })
  await post('/knowledge/documents', { name: 'Repairs', content: 'We repair every zeppelin.' })
  await doorkit.worker.tick()
  const session = await post('/chat/sessions', {})
  labels.length = 0
  await post(`/chat/sessions/${session.id}/messages`, { text: 'airship' })
  expect(found.map(({ title }) => title)).toEqual(['Repairs'])
  expect(labels.filter((label) => label.startsWith('nearest_'))).toHaveLength(1)
  expect(labels.filter((label) => label.startsWith('list_passage_embeddings'))).toEqual([])
  await doorkit.close()
})

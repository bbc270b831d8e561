import {
  type ClaimQuery,
  type CollectionPlan,
  type ListQuery,
  memoryStore,
  type Store,
  type WriteOp,
} from '@doorkit/store'
import { expect, test } from 'vitest'
import { strictStore } from './strict-store.ts'

const notes: CollectionPlan = {
  name: 'notes',
  columns: {
    workspace: 'text',
    at: 'integer',
    status: 'text',
    count: 'integer',
    due: 'integer',
    lease: 'text',
  },
  partition: 'workspace',
  indexes: [{ name: 'by_time', on: ['workspace', 'at'] }],
}
const settings: CollectionPlan = { name: 'settings', columns: {}, indexes: [] }
const inNotes = { in: 'notes', partition: 'ws_1' } as const
const note: WriteOp = {
  op: 'insert',
  in: 'notes',
  row: { id: 'n1', columns: { workspace: 'ws_1', at: 1 }, data: null },
}
const notesByTime = { in: 'notes', index: 'by_time', where: [], dir: 'asc', limit: 1 } as const
const dueNotes = {
  in: 'notes',
  dueColumn: 'due',
  leaseColumn: 'lease',
  now: 0,
  leaseMs: 1,
  token: 't',
  limit: 1,
} as const

/** Gives a value any type: JavaScript can make calls that the types forbid. */
function untyped<Wanted>(value: unknown): Wanted {
  return value as Wanted
}

type Call = (store: Store) => Promise<unknown>

const list =
  (overrides: Record<string, unknown>): Call =>
  (store) =>
    store.list({ ...notesByTime, ...untyped<Partial<ListQuery>>(overrides) })
const insert =
  (columns: Record<string, unknown>, data: unknown = null): Call =>
  (store) =>
    store.commit([{ op: 'insert', in: 'notes', row: { id: 'x', columns: untyped(columns), data } }])
const patch =
  (rest: Record<string, unknown>): Call =>
  (store) =>
    store.commit([untyped({ op: 'patch', ...inNotes, id: 'n1', ...rest })])
const bulk =
  (query: Record<string, unknown>, change: Record<string, unknown> = {}): Call =>
  (store) =>
    store.updateMany(untyped({ in: 'notes', where: [], limit: 1, ...query }), change)
const claim =
  (query: Record<string, unknown>): Call =>
  (store) =>
    store.claim({ ...dueNotes, ...untyped<Partial<ClaimQuery>>(query) })
const consume =
  (query: Record<string, unknown>): Call =>
  (store) =>
    store.consume(untyped({ key: 'k', limit: 1, windowMs: 1, now: 0, points: 1, ...query }))
const aggregate =
  (query: Record<string, unknown>): Call =>
  (store) =>
    store.aggregate(untyped({ in: 'notes', where: [], measures: {}, ...query }))

const injection = `id" = 'n1' or "id`

const unknownNames: readonly Call[] = [
  (store) => store.get([{ in: 'nothing', id: 'x' }]),
  (store) => store.get([{ in: '__proto__', id: 'x' }]),
  list({ in: 'nothing' }),
  list({ in: 'notes"; drop table notes; --' }),
  list({ index: 'nothing' }),
  list({ index: 'constructor' }),
  list({ where: [{ column: 'nothing', op: 'eq', value: 1 }] }),
  list({ where: [{ column: 'toString', op: 'isNull', value: true }] }),
  list({ where: [{ column: injection, op: 'eq', value: 'n1' }] }),
  list({ where: [{ column: 'rev', op: 'eq', value: 1 }] }),
  insert({ nothing: 1 }),
  insert({ [injection]: 'x' }),
  patch({ set: { nothing: 1 } }),
  patch({ add: { nothing: 1 } }),
  patch({ when: [{ column: 'nothing', op: 'eq', value: 1 }] }),
  (store) => store.commit([{ op: 'remove', in: 'nothing', id: 'x' }]),
  bulk({ in: 'nothing' }),
  bulk({}, { set: { nothing: 1 } }),
  (store) => store.deleteMany({ in: 'nothing', where: [], limit: 1 }),
  claim({ in: 'nothing' }),
  claim({ dueColumn: 'nothing' }),
  claim({ leaseColumn: 'nothing' }),
  aggregate({ groupBy: ['nothing'] }),
  aggregate({ measures: { total: { op: 'sum', column: 'nothing' } } }),
]

const invalidQueries: readonly Call[] = [
  (store) => store.get([{ in: 'notes', id: 'n1' }]),
  (store) => store.get([{ in: 'settings', partition: 'ws_1', id: 's1' }]),
  (store) => store.commit([{ op: 'remove', in: 'notes', id: 'n1' }]),
  insert({ workspace: null }),
  patch({ set: { workspace: 'ws_2' } }),
  bulk({}, { set: { workspace: 'ws_2' } }),
  ...[undefined, null, 0, -1, 1.5, Number.NaN, 1_001, '10'].flatMap((limit) => [
    list({ limit }),
    bulk({ limit }),
    claim({ limit }),
    (store: Store) => store.deleteMany({ in: 'notes', where: [], limit: untyped(limit) }),
  ]),
  list({ dir: 'sideways' }),
  list({ after: ['ws_1'] }),
  list({ after: ['ws_1', 1, 'n1', 'more'] }),
  list({ after: ['ws_1', 'text', 'n1'] }),
  list({ after: ['ws_1', 1, null] }),
  list({ horizon: { scope: 'x', at: 1.5 } }),
  list({ horizon: { scope: 1, at: 1 } }),
  list({ where: [{ column: 'status', op: 'like', value: '%' }] }),
  list({ where: [{ column: 'status', op: 'eq', value: null }] }),
  list({ where: [{ column: 'status', op: 'eq', value: 1 }] }),
  list({ where: [{ column: 'status', op: 'eq', value: { $ne: '' } }] }),
  list({ where: [{ column: 'count', op: 'eq', value: '1' }] }),
  list({ where: [{ column: 'count', op: 'lt', value: 1.5 }] }),
  list({ where: [{ column: 'count', op: 'in', value: [1, null] }] }),
  list({ where: [{ column: 'count', op: 'in', value: 1 }] }),
  list({
    where: [
      { column: 'workspace', op: 'in', value: Array.from({ length: 65 }, (_, at) => `${at}`) },
    ],
  }),
  list({ where: [{ column: 'count', op: 'isNull', value: 'yes' }] }),
  list({ where: [{ column: 'id', op: 'eq', value: 1 }] }),
  insert({ count: '1' }),
  insert({ count: 0.5 }),
  insert({ count: 2 ** 53 }),
  insert({ status: 1 }),
  insert({ status: true }),
  insert({ id: 'y' }),
  (store) => store.commit([untyped({ op: 'insert', in: 'notes', row: { id: 'x', columns: {} } })]),
  (store) => store.commit([untyped({ ...note, onConflict: 'replace' })]),
  (store) => store.commit([untyped({ op: 'upsert', ...inNotes, id: 'x' })]),
  (store) => store.commit([untyped({ op: 'remove', ...inNotes, id: 1 })]),
  (store) => store.commit([untyped({ op: 'check', ...inNotes, id: 'x' })]),
  (store) => store.commit([], { at: { scope: 'x', at: Number.NaN } }),
  patch({ ifRev: '1' }),
  patch({ set: { count: undefined } }),
  patch({ set: { count: 1 }, add: { count: 1 } }),
  patch({ add: { status: 1 } }),
  patch({ add: { count: 0.5 } }),
  bulk({}, { add: { count: null } }),
  claim({ dueColumn: 'status' }),
  claim({ leaseColumn: 'due' }),
  claim({ leaseColumn: 'id' }),
  claim({ token: null }),
  claim({ leaseMs: 0.5 }),
  consume({ points: -1 }),
  consume({ points: 0.5 }),
  consume({ windowMs: 0 }),
  consume({ limit: undefined }),
  consume({ key: 7 }),
  aggregate({ groupBy: ['status', 'at', 'count'] }),
  aggregate({ measures: { total: { op: 'sum', column: 'status' } } }),
]

async function expectRefusals(calls: readonly Call[], code: string) {
  const store = strictStore(memoryStore())
  await store.migrate({ collections: [notes, settings] })
  await store.commit([note])
  for (const call of calls) {
    await expect(call(store), String(call)).rejects.toMatchObject({ name: 'StoreError', code })
  }
  const rows = await store.list({ ...notesByTime, limit: 10 })
  expect(rows.map(({ id, rev }) => [id, rev])).toEqual([['n1', 1]])
}

test('a call with a name that the plan does not declare is refused, and writes nothing', async () => {
  expect(unknownNames.length).toBeGreaterThan(20)
  await expectRefusals(unknownNames, 'unknown_name')
})

test('a call that breaks a rule of the port is refused, and writes nothing', async () => {
  expect(invalidQueries.length).toBeGreaterThan(80)
  await expectRefusals(invalidQueries, 'invalid_query')
})

test('calls that follow the rules are accepted', async () => {
  const store = strictStore(memoryStore())
  await store.migrate({ collections: [notes] })
  expect(await store.commit([note])).toEqual({ ok: true })
  expect(await store.list(notesByTime)).toHaveLength(1)
  expect(await store.get([{ ...inNotes, id: 'n1' }])).toHaveLength(1)
  expect(await store.claim(dueNotes)).toEqual([])
  const counted = await store.aggregate({
    in: 'notes',
    where: [],
    measures: { n: { op: 'count' } },
  })
  expect(counted).toMatchObject([{ values: { n: 1 } }])
  const all = { in: 'notes', where: [], limit: 1 } as const
  expect(await store.updateMany(all, { set: { status: 'read' } })).toMatchObject({ changed: 1 })
  expect(await store.deleteMany(all)).toMatchObject({ changed: 1 })
  const points = { key: 'k', limit: 1, windowMs: 1, now: 0, points: 1 }
  expect(await store.consume(points)).toBeTruthy()
})

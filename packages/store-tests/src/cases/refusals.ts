import assert from 'node:assert/strict'
import type { ListQuery, SchemaPlan, Store } from '@doorkit/server/store'
import {
  claimNotes,
  inNotes,
  isStoreError,
  listNotes,
  note,
  notes,
  onEmpty,
  onNotes,
  openNotes,
  put,
  readExisting,
} from '../notes-collection.ts'
import { casesOver, type StoreCase } from '../store-case.ts'

/** Calls that the types forbid may still arrive from JavaScript. */
function untyped<Wanted>(value: unknown): Wanted {
  return value as Wanted
}

type Call = (store: Store) => Promise<unknown>

const list =
  (overrides: Record<string, unknown>): Call =>
  (store) =>
    listNotes(store, untyped<Partial<ListQuery>>(overrides))
const insert =
  (keys: Record<string, unknown>, data: unknown = null): Call =>
  (store) =>
    store.commit([{ op: 'insert', in: 'notes', row: { id: 'x', keys: untyped(keys), data } }])
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
    claimNotes(store, untyped(query))
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
  list({ where: [{ key: 'nothing', op: 'eq', value: 1 }] }),
  list({ where: [{ key: 'toString', op: 'isNull', value: true }] }),
  list({ where: [{ key: injection, op: 'eq', value: 'n1' }] }),
  list({ where: [{ key: 'rev', op: 'eq', value: 1 }] }),
  insert({ nothing: 1 }),
  insert({ [injection]: 'x' }),
  patch({ set: { nothing: 1 } }),
  patch({ add: { nothing: 1 } }),
  patch({ when: [{ key: 'nothing', op: 'eq', value: 1 }] }),
  (store) => store.commit([{ op: 'remove', in: 'nothing', id: 'x' }]),
  bulk({ in: 'nothing' }),
  bulk({}, { set: { nothing: 1 } }),
  (store) => store.deleteMany({ in: 'nothing', where: [], limit: 1 }),
  claim({ in: 'nothing' }),
  claim({ dueKey: 'nothing' }),
  claim({ leaseKey: 'nothing' }),
  aggregate({ groupBy: ['nothing'] }),
  aggregate({ measures: { total: { op: 'sum', key: 'nothing' } } }),
]

const invalidQueries: readonly Call[] = [
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
  list({ where: [{ key: 'status', op: 'like', value: '%' }] }),
  list({ where: [{ key: 'status', op: 'eq', value: null }] }),
  list({ where: [{ key: 'status', op: 'eq', value: 1 }] }),
  list({ where: [{ key: 'status', op: 'eq', value: { $ne: '' } }] }),
  list({ where: [{ key: 'count', op: 'eq', value: '1' }] }),
  list({ where: [{ key: 'count', op: 'lt', value: 1.5 }] }),
  list({ where: [{ key: 'count', op: 'in', value: [1, null] }] }),
  list({ where: [{ key: 'count', op: 'in', value: 1 }] }),
  list({
    where: [{ key: 'workspace', op: 'in', value: Array.from({ length: 65 }, (_, at) => `${at}`) }],
  }),
  list({ where: [{ key: 'count', op: 'isNull', value: 'yes' }] }),
  list({ where: [{ key: 'id', op: 'eq', value: 1 }] }),
  insert({ count: '1' }),
  insert({ count: 0.5 }),
  insert({ count: 2 ** 53 }),
  insert({ status: 1 }),
  insert({ status: true }),
  insert({ id: 'y' }),
  (store) => store.commit([untyped({ op: 'insert', in: 'notes', row: { id: 'x', keys: {} } })]),
  insert({}, 1n),
  insert({}, () => 'not JSON'),
  (store) => store.commit([untyped({ ...note('x'), onConflict: 'replace' })]),
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
  claim({ dueKey: 'status' }),
  claim({ leaseKey: 'due' }),
  claim({ leaseKey: 'id' }),
  claim({ token: null }),
  claim({ leaseMs: 0.5 }),
  consume({ points: -1 }),
  consume({ points: 0.5 }),
  consume({ windowMs: 0 }),
  consume({ limit: undefined }),
  consume({ key: 7 }),
  aggregate({ groupBy: ['status', 'at', 'count'] }),
  aggregate({ measures: { total: { op: 'sum', key: 'status' } } }),
]

const column = { name: 'by', on: ['a'] }
const plan = (overrides: Record<string, unknown>): SchemaPlan => ({
  collections: [{ name: 'c', keys: { a: 'text' }, indexes: [column], ...overrides }],
})

const invalidPlans: readonly SchemaPlan[] = [
  plan({ name: '' }),
  plan({ name: 'a b' }),
  plan({ name: '1a' }),
  plan({ name: 'a__b' }),
  plan({ name: 'a"; drop table x; --' }),
  plan({ name: 'a'.repeat(41) }),
  plan({ keys: { a: 'json' } }),
  plan({ keys: { a: 'text', A: 'text' } }),
  plan({ keys: { a: 'text', rev: 'integer' } }),
  plan({ keys: { a: 'text', ID: 'text' } }),
  plan({ keys: { a: 'text', 'b-c': 'text' } }),
  plan({ indexes: [{ name: 'by', on: [] }] }),
  plan({ indexes: [{ name: 'by', on: ['a', 'a'] }] }),
  plan({ indexes: [{ name: 'by', on: ['b'] }] }),
  plan({
    keys: { a: 'text', b: 'text', c: 'text', d: 'text', e: 'text', f: 'text' },
    indexes: [{ name: 'by', on: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  }),
  plan({ indexes: [{ name: 'by', on: ['toString'] }] }),
  plan({ indexes: [{ name: 'id', on: ['a'] }] }),
  plan({ indexes: [column, { name: 'BY', on: ['a'] }] }),
  plan({ search: 'a.b' }),
  { collections: [...plan({}).collections, ...plan({ name: 'C' }).collections] },
]

async function refused(store: Store, calls: readonly Call[], code: string): Promise<number> {
  await put(store, note('n1', { status: 'open' }))
  const before = await readExisting(store, 'n1')
  let checked = 0
  for (const [at, call] of calls.entries()) {
    await assert.rejects(call(store), isStoreError(code), `call ${at}: ${call}`)
    checked += 1
  }
  assert.deepEqual(await listNotes(store, { where: [] }), [before])
  return checked
}

const onSearch = casesOver(openNotes, 'search')

/** The calls that no store takes, and its refusals. */
export const refusals: readonly StoreCase[] = [
  onNotes('names that no plan declares are refused as unknown_name', async (store) => {
    assert.equal(await refused(store, unknownNames, 'unknown_name'), unknownNames.length)
  }),
  onEmpty('every name is unknown before migrate', async (store) => {
    await assert.rejects(listNotes(store), isStoreError('unknown_name'))
    await assert.rejects(store.commit([note('n1')]), isStoreError('unknown_name'))
  }),
  onNotes(
    'queries that break a rule of the port are refused as invalid_query, a missing limit first',
    async (store) => {
      assert.equal(await refused(store, invalidQueries, 'invalid_query'), invalidQueries.length)
    },
  ),
  onNotes('a commit with one step that breaks a rule writes none of its steps', async (store) => {
    const broken = [note('n1'), note('n2', {}, undefined), note('n3')]
    const steps = broken.map((step) =>
      step.op === 'insert' && step.row.id === 'n2'
        ? { ...step, row: { ...step.row, data: () => 'not JSON' } }
        : step,
    )
    await assert.rejects(store.commit(steps), isStoreError('invalid_query'))
    assert.deepEqual(await listNotes(store), [])
  }),
  onEmpty('plans that no database could keep are refused as invalid_query', async (store) => {
    let checked = 0
    for (const invalidPlan of invalidPlans) {
      await assert.rejects(
        store.migrate(invalidPlan),
        isStoreError('invalid_query'),
        JSON.stringify(invalidPlan),
      )
      checked += 1
    }
    assert.equal(checked, invalidPlans.length)
    await store.migrate({ collections: [notes] })
  }),
  onSearch(
    'search in a collection without a search property is refused as invalid_query',
    async (store) => {
      const search = store.search?.({ in: 'notes', where: [], text: 'word', limit: 1 })
      await assert.rejects(Promise.resolve(search), isStoreError('invalid_query'))
    },
  ),
]

import assert from 'node:assert/strict'
import type { SchemaPlan, Store } from '@doorkit/store'
import {
  claimNotes,
  idsOf,
  isStoreError,
  listNotes,
  note,
  notes,
  onNotes,
  onUnmigrated,
  put,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const all = { in: 'nothing', where: [], limit: 1 } as const

const unknownCollections: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => store.get([{ in: 'nothing', id: 'x' }]),
  (store) => store.get([{ in: '__proto__', id: 'x' }]),
  (store) => store.list({ ...all, index: 'id', dir: 'asc' }),
  (store) => store.aggregate({ ...all, measures: {} }),
  (store) => store.commit([note('n2'), { op: 'remove', in: 'nothing', id: 'x' }]),
  (store) => store.updateMany(all, {}),
  (store) => store.deleteMany(all),
  (store) => claimNotes(store, { in: 'nothing' }),
]

const index = { name: 'by', on: ['a'] }
const plan = (overrides: Record<string, unknown>): SchemaPlan => ({
  collections: [{ name: 'c', columns: { a: 'text' }, indexes: [index], ...overrides }],
})

const invalidPlans: readonly SchemaPlan[] = [
  plan({ name: '' }),
  plan({ name: 'a b' }),
  plan({ name: '1a' }),
  plan({ name: 'a__b' }),
  plan({ name: 'a"; drop table x; --' }),
  plan({ name: 'a'.repeat(41) }),
  plan({ columns: { a: 'json' } }),
  plan({ columns: { a: 'text', A: 'text' } }),
  plan({ columns: { a: 'text', rev: 'integer' } }),
  plan({ columns: { a: 'text', ID: 'text' } }),
  plan({ columns: { a: 'text', 'b-c': 'text' } }),
  plan({ indexes: [{ name: 'by', on: [] }] }),
  plan({ indexes: [{ name: 'by', on: ['a', 'a'] }] }),
  plan({ indexes: [{ name: 'by', on: ['b'] }] }),
  plan({
    columns: { a: 'text', b: 'text', c: 'text', d: 'text', e: 'text', f: 'text' },
    indexes: [{ name: 'by', on: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  }),
  plan({ indexes: [{ name: 'by', on: ['toString'] }] }),
  plan({ indexes: [{ name: 'id', on: ['a'] }] }),
  plan({ indexes: [index, { name: 'BY', on: ['a'] }] }),
  plan({ search: 'a.b' }),
  { collections: [...plan({}).collections, ...plan({ name: 'C' }).collections] },
]

/** Invalid calls, which every store refuses. */
export const refusals: readonly StoreCase[] = [
  onNotes('undeclared collections are refused as unknown_name', async (store) => {
    await put(store, note('n1'))
    for (const [at, call] of unknownCollections.entries()) {
      await assert.rejects(call(store), isStoreError('unknown_name'), `call ${at}: ${call}`)
    }
    assert.deepEqual(idsOf(await listNotes(store, { where: [] })), ['n1'])
  }),
  onUnmigrated('no collection is known before migrate', async (store) => {
    await assert.rejects(listNotes(store), isStoreError('unknown_name'))
    await assert.rejects(store.commit([note('n1')]), isStoreError('unknown_name'))
  }),
  onNotes('a commit with one invalid step writes none of its steps', async (store) => {
    const broken = [note('n1'), note('n2', {}, undefined), note('n3')]
    const steps = broken.map((step) =>
      step.op === 'insert' && step.row.id === 'n2'
        ? { ...step, row: { ...step.row, data: () => 'not JSON' } }
        : step,
    )
    await assert.rejects(store.commit(steps), isStoreError('invalid_query'))
    assert.deepEqual(await listNotes(store), [])
  }),
  onUnmigrated('invalid plans are refused as invalid_query', async (store) => {
    for (const invalidPlan of invalidPlans) {
      await assert.rejects(
        store.migrate(invalidPlan),
        isStoreError('invalid_query'),
        JSON.stringify(invalidPlan),
      )
    }
    await store.migrate({ collections: [notes] })
  }),
]

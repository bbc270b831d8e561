import assert from 'node:assert/strict'
import type { CollectionPlan } from '@doorkit/store'
import {
  idsOf,
  inNotes,
  isStoreError,
  listNotes,
  note,
  notes,
  onNotes,
  onUnmigrated,
  put,
  readExisting,
  resultOf,
  withAnother,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const first: CollectionPlan = {
  name: 'notes',
  partition: 'workspace',
  columns: { workspace: 'text', at: 'integer' },
  indexes: [{ name: 'by_at', on: ['workspace', 'at'] }],
}

/** Migrations of a database to a plan. */
export const migrations: readonly StoreCase[] = [
  onUnmigrated('migrate reports its statements, and none the second time', async (store) => {
    const report = await store.migrate({ collections: [notes] })
    assert.ok(report.statements.length > 0)
    for (const statement of report.statements) assert.equal(typeof statement, 'string')
    assert.deepEqual(await store.migrate({ collections: [notes] }), { statements: [] })
    await put(store, note('n1'))
    assert.deepEqual(await store.migrate({ collections: [notes] }), { statements: [] })
    assert.deepEqual(idsOf(await listNotes(store)), ['n1'])
  }),
  onUnmigrated('a dry run reports the statements to run and changes nothing', async (store) => {
    const plan = { collections: [notes] }
    const dry = await store.migrate(plan, { dryRun: true })
    assert.ok(dry.statements.length > 0)
    await assert.rejects(store.get([{ ...inNotes, id: 'n1' }]), isStoreError('unknown_name'))
    assert.deepEqual(await store.migrate(plan, { dryRun: true }), dry)
    assert.deepEqual(await store.migrate(plan), dry)
  }),
  onUnmigrated(
    'a store can use a database that another store has migrated, after a dry run that reports no statements',
    async (_store, context) => {
      await withAnother(context, async (other) => {
        await other.migrate({ collections: [notes] })
        const dry = await context.store.migrate({ collections: [notes] }, { dryRun: true })
        assert.deepEqual(dry, { statements: [] })
        await put(context.store, note('n1'))
        assert.equal((await readExisting(other, 'n1')).id, 'n1')
      })
    },
  ),
  onUnmigrated('stores that migrate at the same time all succeed', async (_store, context) => {
    await withAnother(context, async (other) => {
      const plan = { collections: [notes, { ...first, name: 'more' }] }
      const stores = [context.store, other, context.store, other, context.store, other]
      const reports = await Promise.all(stores.map((store) => store.migrate(plan)))
      assert.ok(reports.some((report) => report.statements.length > 0))
      for (const store of stores) assert.deepEqual(await store.migrate(plan), { statements: [] })
      await put(context.store, note('n1', { email: 'a@example.com' }))
      const taken = await other.commit([note('n2', { email: 'a@example.com' })])
      assert.equal(resultOf(taken), 'conflict by_email')
    })
  }),
  onUnmigrated(
    'stores that migrate to a later plan at the same time all succeed, and each statement runs once',
    async (_store, context) => {
      await withAnother(context, async (other) => {
        for (const store of [context.store, other]) await store.migrate({ collections: [first] })
        await put(context.store, note('n1', { at: 1 }))
        const further: CollectionPlan = {
          ...first,
          columns: { ...first.columns, size: 'integer' },
          indexes: [
            ...first.indexes,
            { name: 'by_size', on: ['workspace', 'size'] },
            { name: 'by_size_at', on: ['workspace', 'size', 'at'] },
          ],
        }
        const plan = { collections: [further] }
        const stores = [context.store, other, context.store, other]
        const expected = await other.migrate(plan, { dryRun: true })
        const reports = await Promise.all(stores.map((store) => store.migrate(plan)))
        assert.deepEqual(
          reports.flatMap(({ statements }) => statements),
          expected.statements,
        )
        await put(other, { op: 'patch', ...inNotes, id: 'n1', set: { size: 2 } })
        const listed = await listNotes(context.store, { index: 'by_size_at' })
        assert.deepEqual(idsOf(listed), ['n1'])
      })
    },
  ),
  onUnmigrated(
    'a later plan adds collections, columns and indexes, and leaves existing rows unchanged',
    async (store) => {
      await store.migrate({ collections: [first] })
      await put(store, note('n1', { at: 2 }), note('n2', { at: 1 }))
      const report = await store.migrate({ collections: [notes, { ...first, name: 'more' }] })
      assert.ok(report.statements.length > 0)
      assert.deepEqual(await listNotes(store, { in: 'more' }), [])
      const row = await readExisting(store, 'n1')
      assert.equal(row.rev, 1)
      assert.equal(row.columns.email, null)
      assert.deepEqual(row.data, { id: 'n1' })
      assert.deepEqual(idsOf(await listNotes(store)), ['n2', 'n1'])
      assert.deepEqual(idsOf(await listNotes(store, { index: 'by_workspace' })), ['n1', 'n2'])
      await put(store, {
        op: 'patch',
        ...inNotes,
        id: 'n1',
        set: { email: 'a@example.com', status: 'open' },
      })
      const taken = await store.commit([note('n3', { email: 'a@example.com' })])
      assert.equal(resultOf(taken), 'conflict by_email')
      assert.deepEqual(idsOf(await listNotes(store, { index: 'by_status' })), ['n1'])
    },
  ),
  onNotes('a plan that omits something removes nothing', async (store) => {
    await put(store, note('n1', { email: 'a@example.com' }))
    assert.deepEqual(await store.migrate({ collections: [first] }), { statements: [] })
    assert.deepEqual(await store.migrate({ collections: [] }), { statements: [] })
    await store.migrate({ collections: [notes] })
    assert.equal((await readExisting(store, 'n1')).columns.email, 'a@example.com')
  }),
  onNotes('a plan that changes an existing declaration is refused', async (store) => {
    const index = { name: 'by_at', on: ['at'] }
    const plans: CollectionPlan[] = [
      { ...notes, columns: { ...notes.columns, at: 'text' } },
      { ...notes, indexes: [index] },
      { ...notes, indexes: [{ name: 'by_at', on: ['workspace', 'at'], unique: true }] },
      { ...notes, indexes: [{ name: 'by_email', on: ['workspace', 'email'] }] },
    ]
    for (const plan of plans) {
      const collections = [{ ...first, name: 'beside' }, plan]
      await assert.rejects(store.migrate({ collections }), isStoreError('invalid_query'))
      await assert.rejects(
        store.migrate({ collections }, { dryRun: true }),
        isStoreError('invalid_query'),
      )
    }
    await assert.rejects(store.get([{ in: 'beside', id: 'x' }]), isStoreError('unknown_name'))
    await put(store, note('n1'))
    assert.deepEqual(idsOf(await listNotes(store)), ['n1'])
  }),
  onUnmigrated('a unique index is not added if rows violate it', async (store) => {
    await store.migrate({ collections: [first] })
    await put(store, note('n1'), note('n2'))
    const unique = { name: 'one_each', on: ['workspace', 'at'], unique: true }
    const plan = { collections: [{ ...first, indexes: [...first.indexes, unique] }] }
    await assert.rejects(store.migrate(plan), isStoreError('invalid_query'))
    await put(store, { op: 'patch', ...inNotes, id: 'n2', set: { at: 2 } })
    await store.migrate(plan)
    assert.equal(resultOf(await store.commit([note('n3')])), 'conflict one_each')
  }),
]

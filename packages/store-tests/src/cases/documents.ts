import assert from 'node:assert/strict'
import type { CollectionPlan, Store } from '@doorkit/store'
import {
  claimNotes,
  inNotes,
  inWorkspace,
  isStoreError,
  listNotes,
  note,
  notes,
  onUnmigrated,
  put,
  read,
  readExisting,
  withAnother,
} from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

/** Version 1 has a `name`, version 2 a `title`, and version 3 a list of titles. */
const versions: readonly CollectionPlan[] = [
  { ...notes, search: 'text' },
  { ...notes, search: 'text', upgrades: [({ name, ...rest }) => ({ ...rest, title: name })] },
  {
    ...notes,
    search: 'text',
    upgrades: [
      ({ name, ...rest }) => ({ ...rest, title: name }),
      ({ title, ...rest }) => ({ ...rest, titles: [title] }),
    ],
  },
]

async function migrateTo(store: Store, version: 1 | 2 | 3): Promise<void> {
  const plan = versions[version - 1]
  assert.ok(plan)
  await store.migrate({ collections: [plan] })
}

/** Documents of earlier and later versions. */
export const documents: readonly StoreCase[] = [
  onUnmigrated('every way of reading upgrades a document of an earlier version', async (store) => {
    await migrateTo(store, 1)
    await put(store, note('n1', { due: 1 }, { name: 'One', text: 'hello' }))
    await migrateTo(store, 2)
    await put(store, note('n2', {}, { title: 'Two', text: 'hello' }))
    assert.deepEqual((await readExisting(store, 'n2')).data, { title: 'Two', text: 'hello' })
    await migrateTo(store, 3)
    const one = { titles: ['One'], text: 'hello' }
    const both = [one, { titles: ['Two'], text: 'hello' }]
    const dataOf = (rows: readonly { readonly data: unknown }[]) => rows.map(({ data }) => data)
    assert.deepEqual((await readExisting(store, 'n1')).data, one)
    assert.deepEqual(dataOf(await listNotes(store)), both)
    const hits = await store.search?.({
      in: 'notes',
      where: [inWorkspace],
      text: 'hello',
      limit: 2,
    })
    if (hits) assert.deepEqual(new Set(dataOf(hits.map(({ row }) => row))), new Set(both))
    assert.deepEqual(dataOf(await claimNotes(store, { now: 1 })), [one])
    await put(store, { op: 'patch', ...inNotes, id: 'n1', set: { count: 1 } })
    assert.deepEqual((await readExisting(store, 'n1')).data, one)
  }),
  onUnmigrated(
    'a document is read back as it was written, and is stored in the current version',
    async (store, context) => {
      await migrateTo(store, 1)
      await put(store, note('n1', {}, { name: 'One' }))
      await migrateTo(store, 2)
      const data = { title: 'Uno' }
      await put(store, { op: 'patch', ...inNotes, id: 'n1', data })
      assert.deepEqual((await readExisting(store, 'n1')).data, data)
      await withAnother(context, async (other) => {
        await migrateTo(other, 3)
        assert.deepEqual((await readExisting(other, 'n1')).data, { titles: ['Uno'] })
        await migrateTo(other, 2)
      })
    },
  ),
  onUnmigrated('a document of a later version is refused', async (store) => {
    await migrateTo(store, 1)
    await put(store, note('old', {}, { name: 'One' }))
    await migrateTo(store, 2)
    await put(store, note('new', {}, { title: 'Two' }))
    await migrateTo(store, 1)
    await assert.rejects(read(store, 'new'), isStoreError('newer_database'))
    assert.deepEqual((await readExisting(store, 'old')).data, { name: 'One' })
  }),
]

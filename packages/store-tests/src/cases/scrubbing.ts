import assert from 'node:assert/strict'
import type { CollectionPlan, Store } from '@doorkit/store'
import {
  idsOf,
  inNotes,
  isStoreError,
  listNotes,
  note,
  notes,
  put,
  withAnother,
} from '../notes-collection.ts'
import { casesOver, type StoreCase, type StoreUnderTest } from '../store-case.ts'

const pages: CollectionPlan = {
  name: 'pages',
  columns: { workspace: 'text' },
  indexes: [{ name: 'by_workspace', on: ['workspace'] }],
}

async function openBoth({ store }: StoreUnderTest): Promise<Store> {
  const searched = store.search ? { ...pages, search: 'text' } : pages
  await store.migrate({ collections: [notes, searched] })
  return store
}

/** A unique word for each place where a document can leave traces. */
const words = {
  document: 'documentqvxrawzejk',
  email: 'emailqvxbohcytum',
  page: 'pageqvxgifnedal',
  overwritten: 'overwrittenqvxspolruwy',
  formerEmail: 'formeremailqvxkeznidov',
  deleted: 'deletedqvxhatymuce',
} as const
const keptWord = 'keptqvxlorimebaz'

/** Writes all words, and removes or overwrites them in several ways. */
async function writeAndRemove(store: Store): Promise<void> {
  const { document, email, page, overwritten, formerEmail, deleted } = words
  await put(
    store,
    note('kept', {}, { text: keptWord }),
    note('removed', { email }, { text: document }),
    note('changed', { email: formerEmail }, { text: overwritten }),
    note('swept', { status: 'old' }, { text: deleted }),
    { op: 'insert', in: 'pages', row: { id: 'page', columns: {}, data: { text: page } } },
  )
  await put(
    store,
    { op: 'remove', ...inNotes, id: 'removed' },
    { op: 'patch', ...inNotes, id: 'changed', set: { email: null }, data: {} },
    { op: 'remove', in: 'pages', id: 'page' },
  )
  const where = [{ column: 'status', op: 'eq', value: 'old' }] as const
  assert.equal((await store.deleteMany({ in: 'notes', where, limit: 1 })).changed, 1)
}

/** The end of a word, because an index may store a common prefix only once. */
const endOf = (word: string) => word.slice(-8)

const onBoth = casesOver(openBoth, 'scrub')

/** Scrubs, which remove erased content from the files of a database. */
export const scrubbing: readonly StoreCase[] = [
  onBoth(
    'after a scrub nothing that was removed or overwritten can be read from the files',
    async (store, context) => {
      assert.ok(store.scrub, 'expected the store to offer scrub')
      assert.ok(context.bytes, 'a store that offers scrub needs `bytes`')
      await writeAndRemove(store)
      await store.scrub()
      const text = Buffer.from(await context.bytes()).toString('latin1')
      for (const [place, word] of Object.entries(words)) {
        assert.ok(!text.includes(endOf(word)), `the removed ${place} can still be read`)
      }
      assert.ok(
        text === '' || text.includes(endOf(keptWord)),
        '`bytes` must read the files of the store',
      )
    },
  ),
  onBoth('a scrub leaves the other rows unchanged', async (store, context) => {
    assert.ok(store.scrub, 'expected the store to offer scrub')
    await writeAndRemove(store)
    const before = await listNotes(store)
    await store.scrub()
    assert.deepEqual(await listNotes(store), before)
    await put(store, note('later'))
    await withAnother(context, async (other) => {
      await openBoth({ store: other })
      assert.deepEqual(idsOf(await listNotes(other)), ['changed', 'kept', 'later'])
    })
    await Promise.all([store.scrub(), put(store, note('last')), store.scrub()])
    assert.equal((await listNotes(store)).length, 4)
  }),
  onBoth('a closed store refuses a scrub', async (store) => {
    assert.ok(store.scrub, 'expected the store to offer scrub')
    await store.close()
    await assert.rejects(store.scrub(), isStoreError('closed'))
  }),
]

import assert from 'node:assert/strict'
import type { CollectionPlan, Filter, Store, WriteOp } from '@doorkit/store'
import { inWorkspace, put } from '../notes-collection.ts'
import { casesOver, type StoreCase } from '../store-case.ts'

const shelves: CollectionPlan = {
  name: 'shelves',
  partition: 'workspace',
  columns: { workspace: 'text' },
  indexes: [{ name: 'by_workspace', on: ['workspace'] }],
  search: 'text',
  searchTitles: ['title', 'above'],
}

const onShelves = casesOver(async ({ store }) => {
  await store.migrate({ collections: [shelves] })
  return store
}, 'search')

function shelfInsert(workspace: string, id: string, text: string, titles = {}): WriteOp {
  return {
    op: 'insert',
    in: 'shelves',
    row: { id, columns: { workspace }, data: { text, ...titles } },
  }
}

const inShelf = { in: 'shelves', where: [inWorkspace], limit: 5 } as const

/** Searches the shelf of a workspace, and returns ids and scores. */
async function searchShelf(store: Store, workspace: string, text: string, limit = 10) {
  assert.ok(store.search, 'expected the store to offer search')
  const where: Filter = [{ column: 'workspace', op: 'eq', value: workspace }]
  const hits = await store.search({ in: 'shelves', where, text, limit })
  return hits.map(({ row, score }) => ({ id: row.id, score: score.toFixed(9) }))
}

/** The order of the rows that a full-text search finds, and their scores and shares of the query. */
export const searchScores: readonly StoreCase[] = [
  onShelves(
    'a match in a title counts more than one in the text, and most in the first title',
    async (store) => {
      await put(
        store,
        shelfInsert('ws_1', 'text', 'all about refunds'),
        shelfInsert('ws_1', 'above', 'all about it', { above: 'Refunds' }),
        shelfInsert('ws_1', 'title', 'all about it', { title: 'Refunds', above: 'Money' }),
        shelfInsert('ws_1', 'none', 'all about it'),
      )
      const hits = await searchShelf(store, 'ws_1', 'refund')
      assert.deepEqual(
        hits.map(({ id }) => id),
        ['title', 'above', 'text'],
      )
    },
  ),
  onShelves(
    'a row with any term of a meaning matches the meaning, and a hit says how much of the query its row has',
    async (store) => {
      await put(
        store,
        shelfInsert('ws_1', 'cost', 'the cost of a plan'),
        shelfInsert('ws_1', 'other', 'something else'),
      )
      const wanted = [
        { word: 'price', weight: 1, terms: ['price', 'cost'].map((term) => ({ term, weight: 1 })) },
        { word: 'moon', weight: 1, terms: [{ term: 'moon', weight: 1 }] },
      ]
      const ask = async (some: typeof wanted) =>
        (await store.search?.({ ...inShelf, text: '', meanings: some })) ?? []
      assert.deepEqual(
        (await ask(wanted)).map(({ row, share }) => [row.id, share.toFixed(2)]),
        [['cost', '0.50']],
      )
      assert.equal((await ask(wanted.slice(0, 1)))[0]?.share, 1)
      assert.deepEqual(await ask(wanted.slice(1)), [])
    },
  ),
  onShelves(
    'if no row has the thing that a query asks about, a row with only a property of that thing has no share of the query',
    async (store) => {
      await put(
        store,
        shelfInsert('ws_1', 'cost', 'the cost of a plan'),
        shelfInsert('ws_1', 'other', 'the bank'),
      )
      const meaning = (word: string, isProperty: boolean) => {
        return { word, weight: 1, isProperty, terms: [{ term: word, weight: 1 }] }
      }
      const ask = async (thing: string) => {
        const meanings = [meaning('cost', true), meaning(thing, false)]
        const hits = await store.search?.({ ...inShelf, text: '', meanings })
        return hits?.find(({ row }) => row.id === 'cost')?.share.toFixed(2)
      }
      assert.equal(await ask('moon'), '0.00')
      assert.equal(await ask('plan'), '1.00')
      assert.equal(await ask('bank'), '0.50')
    },
  ),
  onShelves(
    'the rows of other workspaces change neither the matches nor their scores',
    async (store) => {
      await put(
        store,
        shelfInsert('ws_1', 'long', `Refunds come by bank transfer, ${'and so on '.repeat(20)}`),
        shelfInsert('ws_1', 'short', 'Refunds take five days'),
        shelfInsert('ws_1', 'bank', 'The bank is closed'),
        shelfInsert('ws_1', 'other', 'The weather stays as it was'),
      )
      const before = await searchShelf(store, 'ws_1', 'bank refunds')
      assert.deepEqual(before, [
        { id: 'bank', score: '1.053164023' },
        { id: 'short', score: '1.053164023' },
        { id: 'long', score: '0.823368618' },
      ])
      for (let at = 0; at < 30; at += 1) {
        const others = Array.from({ length: 10 }, (_, place) =>
          shelfInsert(
            `ws_${2 + (at % 3)}`,
            `n${at}.${place}`,
            `refunds the five ${'bank '.repeat(at)}`,
          ),
        )
        await put(store, ...others)
      }
      assert.deepEqual(await searchShelf(store, 'ws_1', 'bank refunds'), before)
      assert.deepEqual(await searchShelf(store, 'ws_9', 'bank refunds'), [])
      await store.deleteMany({ in: 'shelves', where: [], limit: 1_000 })
      assert.deepEqual(await searchShelf(store, 'ws_1', 'bank refunds'), [])
    },
  ),
  onShelves('if very many rows match, those with the rarest words are returned', async (store) => {
    const filler = Array.from({ length: 1_100 }, (_, at) =>
      shelfInsert('ws_1', `n${String(at).padStart(4, '0')}`, `apple pear number${at}`),
    )
    while (filler.length > 0) await put(store, ...filler.splice(0, 100))
    await put(store, shelfInsert('ws_1', 'rare', `apple quince ${'and more '.repeat(30)}`))
    await put(store, shelfInsert('ws_1', 'both', 'apple plum'), shelfInsert('ws_1', 'plum', 'plum'))
    const idsFor = async (text: string) =>
      (await searchShelf(store, 'ws_1', text, 1_000)).map(({ id }) => id)
    assert.equal((await idsFor('apple pear quince'))[0], 'rare')
    assert.deepEqual((await idsFor('apple plum')).slice(0, 2), ['plum', 'both'])
    assert.equal((await idsFor('pear')).length, 500)
    assert.deepEqual(await idsFor('pear number7'), await idsFor('pear number7'))
    assert.equal((await idsFor('pear number1099'))[0], 'n1099')
  }),
]

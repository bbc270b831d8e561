import assert from 'node:assert/strict'
import type { CollectionPlan, Filter, Row, SearchHit, Store, WriteOp } from '@doorkit/store'
import { idsOf, isStoreError, put } from '../notes-collection.ts'
import { casesOver, type StoreCase } from '../store-case.ts'

const pages: CollectionPlan = {
  name: 'pages',
  columns: { workspace: 'text', at: 'integer' },
  indexes: [{ name: 'by_workspace', on: ['workspace'] }],
  search: 'text',
}

const onPages = casesOver(async ({ store }) => {
  await store.migrate({ collections: [pages] })
  return store
}, 'search')
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
const onUnsearched = casesOver(({ store }) => store, 'search')

function page(id: string, text: unknown, keys: Row['columns'] = {}): WriteOp {
  const data = { title: 'unread', text }
  return { op: 'insert', in: 'pages', row: { id, columns: { workspace: 'ws_1', ...keys }, data } }
}

function shelved(workspace: string, id: string, text: string, titles = {}): WriteOp {
  return {
    op: 'insert',
    in: 'shelves',
    row: { id, columns: { workspace }, data: { text, ...titles } },
  }
}

/** Searches the shelf of a workspace, and returns ids and scores. */
async function searchShelf(store: Store, workspace: string, text: string, limit = 10) {
  assert.ok(store.search, 'the store offers search')
  const where: Filter = [{ column: 'workspace', op: 'eq', value: workspace }]
  const hits = await store.search({ in: 'shelves', where, text, limit })
  return hits.map(({ row, score }) => ({ id: row.id, score: score.toFixed(9) }))
}

async function search(
  store: Store,
  text: string,
  { where = [], limit = 100 }: { where?: Filter; limit?: number } = {},
): Promise<SearchHit[]> {
  assert.ok(store.search, 'the store offers search')
  return store.search({ in: 'pages', where, text, limit })
}

async function found(store: Store, text: string): Promise<(string | undefined)[]> {
  return idsOf((await search(store, text)).map((hit) => hit.row)).sort()
}

/** Full-text search, as far as every store can promise it. */
export const searches: readonly StoreCase[] = [
  onPages('any word can match, and rows with more and rarer words come first', async (store) => {
    await put(
      store,
      page('both', 'Refunds take five days by bank transfer'),
      page('one', 'The bank is closed today, as on any other Sunday of the year'),
      page('none', 'Something else entirely'),
      page('untitled', 'unread is only in the title'),
      page('filler', 'The weather stays as it was'),
    )
    const hits = await search(store, 'refunds bank')
    assert.deepEqual(idsOf(hits.map((hit) => hit.row)), ['both', 'one'])
    const [best, next] = hits
    assert.ok(best && next && best.score > next.score)
    assert.deepEqual(await store.get([{ in: 'pages', id: 'both' }]), [best.row])
    assert.deepEqual(await found(store, 'nowhere'), [])
    assert.deepEqual(await found(store, 'ban'), [], 'a part of a word is not a word')
  }),
  onPages('case and accents do not matter', async (store) => {
    await put(
      store,
      page('fr', 'Où est le CAFÉ près de l’Hôtel ?'),
      page('de', 'Die Größe der Türen'),
      page('nfd', 'cafe\u0301 au lait'),
      page('ru', 'Добрый день'),
    )
    for (const word of ['café', 'CAFE', 'Cafe', 'cafe\u0301']) {
      assert.deepEqual(await found(store, word), ['fr', 'nfd'], word)
    }
    assert.deepEqual(await found(store, 'hotel'), ['fr'])
    assert.deepEqual(await found(store, 'turen'), ['de'])
    assert.deepEqual(await found(store, 'ДОБРЫЙ'), ['ru'])
  }),
  onPages('the endings of words do not matter', async (store) => {
    await put(store, page('en', 'Refunds are shipped'), page('de', 'Lieferungen nach Gent'))
    for (const word of ['refund', 'refunded', 'shipping']) {
      assert.deepEqual(await found(store, word), ['en'], word)
    }
    assert.deepEqual(await found(store, 'Lieferung'), ['de'])
  }),
  onPages(
    'a word that no row has finds the words of which it may be a misspelling',
    async (store) => {
      await put(
        store,
        page('warranty', 'The warranty is two years'),
        page('price', 'The price of an authentication'),
        page('other', 'Something like it'),
      )
      assert.deepEqual(await found(store, 'waranty'), ['warranty'])
      assert.deepEqual(await found(store, 'prcie'), ['price'])
      assert.deepEqual(await found(store, 'authentification'), ['price'])
      assert.deepEqual(
        await found(store, 'life'),
        [],
        'a short word with one other letter is another word',
      )
      const [hit] = await search(store, 'warranty')
      const [guess] = await search(store, 'waranty')
      assert.ok(hit && guess && guess.score < hit.score)
    },
  ),
  onShelves(
    'a match in a title counts more than one in the text, and most in the first title',
    async (store) => {
      await put(
        store,
        shelved('ws_1', 'text', 'all about refunds'),
        shelved('ws_1', 'above', 'all about it', { above: 'Refunds' }),
        shelved('ws_1', 'title', 'all about it', { title: 'Refunds', above: 'Money' }),
        shelved('ws_1', 'none', 'all about it'),
      )
      const hits = await searchShelf(store, 'ws_1', 'refund')
      assert.deepEqual(
        hits.map(({ id }) => id),
        ['title', 'above', 'text'],
      )
    },
  ),
  onShelves(
    'any term of a meaning matches it, and a hit says what share of the query it has',
    async (store) => {
      await put(
        store,
        shelved('ws_1', 'cost', 'the cost of a plan'),
        shelved('ws_1', 'other', 'something else'),
      )
      const where: Filter = [{ column: 'workspace', op: 'eq', value: 'ws_1' }]
      const wanted = [
        { word: 'price', weight: 1, terms: ['price', 'cost'].map((term) => ({ term, weight: 1 })) },
        { word: 'moon', weight: 1, terms: [{ term: 'moon', weight: 1 }] },
      ]
      const ask = async (some: typeof wanted) =>
        (await store.search?.({ in: 'shelves', where, text: '', meanings: some, limit: 5 })) ?? []
      assert.deepEqual(
        (await ask(wanted)).map(({ row, share }) => [row.id, share.toFixed(2)]),
        [['cost', '0.50']],
      )
      assert.equal((await ask(wanted.slice(0, 1)))[0]?.share, 1)
      assert.deepEqual(await ask(wanted.slice(1)), [])
    },
  ),
  onShelves(
    'if no row has a thing, a row with only a property of it has no share of the query',
    async (store) => {
      await put(
        store,
        shelved('ws_1', 'cost', 'the cost of a plan'),
        shelved('ws_1', 'other', 'the bank'),
      )
      const where: Filter = [{ column: 'workspace', op: 'eq', value: 'ws_1' }]
      const meaning = (word: string, isProperty: boolean) => {
        return { word, weight: 1, isProperty, terms: [{ term: word, weight: 1 }] }
      }
      const ask = async (thing: string) => {
        const meanings = [meaning('cost', true), meaning(thing, false)]
        const hits = await store.search?.({ in: 'shelves', where, text: '', meanings, limit: 5 })
        return hits?.find(({ row }) => row.id === 'cost')?.share.toFixed(2)
      }
      assert.equal(await ask('moon'), '0.00')
      assert.equal(await ask('plan'), '1.00')
      assert.equal(await ask('bank'), '0.50')
    },
  ),
  onPages('no text that a person types works as an operator', async (store) => {
    await put(store, page('n1', 'alpha beta gamma'), page('n2', 'delta'))
    const typed = [
      'alpha NOT beta',
      'alpha AND nowhere',
      '"alpha nowhere"',
      'alpha*',
      'text:alpha',
      'title : alpha',
      '-alpha',
      '^alpha',
      '(alpha',
      'alpha)',
      '{text} : alpha',
      'NEAR(alpha delta, 1)',
      "alpha' or 1=1; --",
      'alpha & | ! <-> :*',
      'alpha\u0000',
      'alpha \ud800',
      '+alpha +nowhere ~beta',
      `${'alpha '.repeat(5_000)}`,
      `${Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ')} alpha`,
    ]
    for (const text of typed) {
      assert.ok((await found(store, text)).includes('n1'), JSON.stringify(text.slice(0, 40)))
    }
    for (const text of ['', ' ', '"', "'", '*', '()', '- ^ :', '\u0000', '…', '"" ""', '\ud800']) {
      assert.deepEqual(await found(store, text), [], JSON.stringify(text))
    }
  }),
  onPages('a search respects its filter and its limit', async (store) => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      page(`n${at}`, `apple ${'pear '.repeat(at)}`, { workspace: at % 3 ? 'ws_2' : 'ws_1', at }),
    )
    await put(store, ...rows)
    const where: Filter = [
      { column: 'workspace', op: 'eq', value: 'ws_1' },
      { column: 'at', op: 'gte', value: 10 },
    ]
    const hits = await search(store, 'apple', { where })
    assert.deepEqual(
      new Set(idsOf(hits.map((hit) => hit.row))),
      new Set(['n12', 'n15', 'n18', 'n21', 'n24', 'n27']),
    )
    const two = await search(store, 'apple', { where, limit: 2 })
    assert.deepEqual(two, hits.slice(0, 2))
    const none = await search(store, 'apple', { where: [{ column: 'at', op: 'in', value: [] }] })
    assert.deepEqual(none, [])
  }),
  onShelves(
    'the rows of other workspaces change neither the matches nor their scores',
    async (store) => {
      await put(
        store,
        shelved('ws_1', 'long', `Refunds come by bank transfer, ${'and so on '.repeat(20)}`),
        shelved('ws_1', 'short', 'Refunds take five days'),
        shelved('ws_1', 'bank', 'The bank is closed'),
        shelved('ws_1', 'other', 'The weather stays as it was'),
      )
      const before = await searchShelf(store, 'ws_1', 'bank refunds')
      assert.deepEqual(before, [
        { id: 'bank', score: '1.053164023' },
        { id: 'short', score: '1.053164023' },
        { id: 'long', score: '0.823368618' },
      ])
      for (let at = 0; at < 30; at += 1) {
        const others = Array.from({ length: 10 }, (_, place) =>
          shelved(
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
      shelved('ws_1', `n${String(at).padStart(4, '0')}`, `apple pear number${at}`),
    )
    while (filler.length > 0) await put(store, ...filler.splice(0, 100))
    await put(store, shelved('ws_1', 'rare', `apple quince ${'and more '.repeat(30)}`))
    await put(store, shelved('ws_1', 'both', 'apple plum'), shelved('ws_1', 'plum', 'plum'))
    const idsFor = async (text: string) =>
      (await searchShelf(store, 'ws_1', text, 1_000)).map(({ id }) => id)
    assert.equal((await idsFor('apple pear quince'))[0], 'rare')
    assert.deepEqual((await idsFor('apple plum')).slice(0, 2), ['plum', 'both'])
    assert.equal((await idsFor('pear')).length, 500)
    assert.deepEqual(await idsFor('pear number7'), await idsFor('pear number7'))
    assert.equal((await idsFor('pear number1099'))[0], 'n1099')
  }),
  onPages(
    'the index forgets rows that change, are removed or were never committed',
    async (store) => {
      await put(store, page('n1', 'alpha'), page('n2', 'alpha'), page('n3', 'alpha'))
      await put(store, { op: 'patch', in: 'pages', id: 'n1', data: { text: 'omega' } })
      await put(store, { op: 'patch', in: 'pages', id: 'n2', set: { at: 5 } })
      await put(store, { op: 'remove', in: 'pages', id: 'n3' })
      assert.deepEqual(await found(store, 'alpha'), ['n2'])
      assert.deepEqual(await found(store, 'omega'), ['n1'])
      const failed = await store.commit([
        page('n4', 'alpha'),
        { op: 'patch', in: 'pages', id: 'n2', data: { text: 'omega' } },
        { op: 'remove', in: 'pages', id: 'n1' },
        { op: 'check', in: 'pages', id: 'gone', exists: true },
      ])
      assert.equal(failed.ok, false)
      assert.deepEqual(await found(store, 'alpha'), ['n2'])
      assert.deepEqual(await found(store, 'omega'), ['n1'])
      await store.updateMany({ in: 'pages', where: [], limit: 10 }, { set: { at: 9 } })
      assert.equal((await search(store, 'omega'))[0]?.row.columns.at, 9)
      await store.deleteMany({ in: 'pages', where: [], limit: 10 })
      assert.deepEqual(await found(store, 'alpha omega'), [])
    },
  ),
  onPages('a document without text is stored but never found', async (store) => {
    const odd = [undefined, null, 7, ['alpha'], { alpha: 'alpha' }, '', '\u0000 \ud800']
    await put(store, ...odd.map((text, at) => page(`n${at}`, text)))
    const insert = (id: string, data: unknown): WriteOp => ({
      op: 'insert',
      in: 'pages',
      row: { id, columns: {}, data },
    })
    await put(store, insert('null', null), insert('list', ['alpha']), insert('text', 'alpha'))
    assert.deepEqual(await found(store, 'alpha'), [])
    await put(store, { op: 'patch', in: 'pages', id: 'n0', data: { text: 'alpha' } })
    assert.deepEqual(await found(store, 'alpha'), ['n0'])
    await put(store, { op: 'patch', in: 'pages', id: 'n0', data: 'alpha' })
    assert.deepEqual(await found(store, 'alpha'), [])
  }),
  onUnsearched(
    'a search property that a later plan declares covers existing rows, and is permanent',
    async (store) => {
      const { search: _, ...unsearched } = pages
      await store.migrate({ collections: [unsearched] })
      await put(store, page('n1', 'alpha'), page('n2', 7))
      await store.migrate({ collections: [pages] })
      assert.deepEqual(await found(store, 'alpha'), ['n1'])
      await put(store, page('n3', 'alpha'))
      await put(store, { op: 'patch', in: 'pages', id: 'n1', data: { text: 'beta' } })
      assert.deepEqual(await found(store, 'alpha'), ['n3'])
      assert.deepEqual(await store.migrate({ collections: [pages] }), { statements: [] })
      for (const plan of [unsearched, { ...pages, search: 'title' }]) {
        await assert.rejects(store.migrate({ collections: [plan] }), isStoreError('invalid_query'))
      }
    },
  ),
]

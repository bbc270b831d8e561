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
const onUnsearched = casesOver(({ store }) => store, 'search')

function page(id: string, text: unknown, columns: Row['columns'] = {}): WriteOp {
  const data = { title: 'unread', text }
  return {
    op: 'insert',
    in: 'pages',
    row: { id, columns: { workspace: 'ws_1', ...columns }, data },
  }
}

async function search(
  store: Store,
  text: string,
  { where = [], limit = 100 }: { where?: Filter; limit?: number } = {},
): Promise<SearchHit[]> {
  assert.ok(store.search, 'expected the store to offer search')
  return store.search({ in: 'pages', where, text, limit })
}

async function findIds(store: Store, text: string): Promise<(string | undefined)[]> {
  return idsOf((await search(store, text)).map((hit) => hit.row)).sort()
}

/** The rows that a full-text search finds. */
export const searches: readonly StoreCase[] = [
  onPages('any word can match, and rows with more of the words come first', async (store) => {
    await put(
      store,
      page('both', 'Refunds take five days by bank transfer'),
      page('one', 'The bank is closed today, as on any other Sunday of the year'),
      page('none', 'Something else entirely'),
      page('text', 'Only this page has unread in its text'),
      page('filler', 'The weather stays as it was'),
    )
    const hits = await search(store, 'refunds bank')
    assert.deepEqual(idsOf(hits.map((hit) => hit.row)), ['both', 'one'])
    const [best, next] = hits
    assert.ok(best && next && best.score > next.score)
    assert.deepEqual(await store.get([{ in: 'pages', id: 'both' }]), [best.row])
    assert.deepEqual(await findIds(store, 'nowhere'), [])
    assert.deepEqual(await findIds(store, 'unread'), ['text'], 'the plan declares no title')
    assert.deepEqual(await findIds(store, 'ban'), [], 'a part of a word is not a word')
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
      assert.deepEqual(await findIds(store, word), ['fr', 'nfd'], word)
    }
    assert.deepEqual(await findIds(store, 'hotel'), ['fr'])
    assert.deepEqual(await findIds(store, 'turen'), ['de'])
    assert.deepEqual(await findIds(store, 'ДОБРЫЙ'), ['ru'])
  }),
  onPages('the endings of words do not matter', async (store) => {
    await put(store, page('en', 'Refunds are shipped'), page('de', 'Lieferungen nach Gent'))
    for (const word of ['refund', 'refunded', 'shipping']) {
      assert.deepEqual(await findIds(store, word), ['en'], word)
    }
    assert.deepEqual(await findIds(store, 'Lieferung'), ['de'])
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
      assert.deepEqual(await findIds(store, 'waranty'), ['warranty'])
      assert.deepEqual(await findIds(store, 'prcie'), ['price'])
      assert.deepEqual(await findIds(store, 'authentification'), ['price'])
      assert.deepEqual(
        await findIds(store, 'life'),
        [],
        'a short word that differs in one letter is another word',
      )
      const [hit] = await search(store, 'warranty')
      const [guess] = await search(store, 'waranty')
      assert.ok(hit && guess && guess.score < hit.score)
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
      assert.ok((await findIds(store, text)).includes('n1'), JSON.stringify(text.slice(0, 40)))
    }
    for (const text of ['', ' ', '"', "'", '*', '()', '- ^ :', '\u0000', '…', '"" ""', '\ud800']) {
      assert.deepEqual(await findIds(store, text), [], JSON.stringify(text))
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
  onPages('a search finds no text that was replaced, removed or never committed', async (store) => {
    await put(store, page('n1', 'alpha'), page('n2', 'alpha'), page('n3', 'alpha'))
    await put(store, { op: 'patch', in: 'pages', id: 'n1', data: { text: 'omega' } })
    await put(store, { op: 'patch', in: 'pages', id: 'n2', set: { at: 5 } })
    await put(store, { op: 'remove', in: 'pages', id: 'n3' })
    assert.deepEqual(await findIds(store, 'alpha'), ['n2'])
    assert.deepEqual(await findIds(store, 'omega'), ['n1'])
    const failed = await store.commit([
      page('n4', 'alpha'),
      { op: 'patch', in: 'pages', id: 'n2', data: { text: 'omega' } },
      { op: 'remove', in: 'pages', id: 'n1' },
      { op: 'check', in: 'pages', id: 'gone', exists: true },
    ])
    assert.equal(failed.ok, false)
    assert.deepEqual(await findIds(store, 'alpha'), ['n2'])
    assert.deepEqual(await findIds(store, 'omega'), ['n1'])
    await store.updateMany({ in: 'pages', where: [], limit: 10 }, { set: { at: 9 } })
    assert.equal((await search(store, 'omega'))[0]?.row.columns.at, 9)
    await store.deleteMany({ in: 'pages', where: [], limit: 10 })
    assert.deepEqual(await findIds(store, 'alpha omega'), [])
  }),
  onPages('a document without text is stored but never found', async (store) => {
    const odd = [undefined, null, 7, ['alpha'], { alpha: 'alpha' }, '', '\u0000 \ud800']
    await put(store, ...odd.map((text, at) => page(`n${at}`, text)))
    const insert = (id: string, data: unknown): WriteOp => ({
      op: 'insert',
      in: 'pages',
      row: { id, columns: {}, data },
    })
    await put(store, insert('null', null), insert('list', ['alpha']), insert('text', 'alpha'))
    assert.deepEqual(await findIds(store, 'alpha'), [])
    await put(store, { op: 'patch', in: 'pages', id: 'n0', data: { text: 'alpha' } })
    assert.deepEqual(await findIds(store, 'alpha'), ['n0'])
    await put(store, { op: 'patch', in: 'pages', id: 'n0', data: 'alpha' })
    assert.deepEqual(await findIds(store, 'alpha'), [])
  }),
  onUnsearched(
    'a search property that a later plan declares covers existing rows, and is permanent',
    async (store) => {
      const { search: _, ...unsearched } = pages
      await store.migrate({ collections: [unsearched] })
      await put(store, page('n1', 'alpha'), page('n2', 7))
      await store.migrate({ collections: [pages] })
      assert.deepEqual(await findIds(store, 'alpha'), ['n1'])
      await put(store, page('n3', 'alpha'))
      await put(store, { op: 'patch', in: 'pages', id: 'n1', data: { text: 'beta' } })
      assert.deepEqual(await findIds(store, 'alpha'), ['n3'])
      assert.deepEqual(await store.migrate({ collections: [pages] }), { statements: [] })
      for (const plan of [unsearched, { ...pages, search: 'title' }]) {
        await assert.rejects(store.migrate({ collections: [plan] }), isStoreError('invalid_query'))
      }
    },
  ),
]

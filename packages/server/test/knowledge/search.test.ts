import { setTimeout as sleep } from 'node:timers/promises'
import { memoryStore, mostRowsRanked, type SearchHit, type Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { cutPassages } from '../../src/knowledge/cut-passages.ts'
import { sectionsOfText } from '../../src/knowledge/document-sections.ts'
import { createVocabulary, readQuestion } from '../../src/knowledge/read-question.ts'
import { searchKnowledge } from '../../src/knowledge/search.ts'
import { addPassages } from '../../src/knowledge/store-passages.ts'
import { mostSearchesAtOnce, mostSearchesPerWorkspace, searchMs } from '../../src/limits/bounds.ts'
import { createFairPlaces } from '../../src/limits/fair-places.ts'
import { manualClock } from '../../src/ports/clock.ts'
import { silentLogger } from '../../src/ports/logger.ts'
import { caller, createKit, passTime } from '../support/kit.ts'
import { overStores } from '../support/stores.ts'

const add = (store: Store, workspace: string, source: string, text: string) =>
  store.commit(
    addPassages(
      { workspace, source, edition: '1', title: source, url: null },
      cutPassages(sectionsOfText(text)),
    ),
  )

const vocabulary = createVocabulary(['tarp, canopy'])

function servicesOver(store: Store) {
  const warnings: string[] = []
  const warn = (facts: object, message: string) => {
    warnings.push(`${message} ${JSON.stringify(facts)}`)
  }
  const clock = manualClock(0)
  const searchPlaces = createFairPlaces(mostSearchesAtOnce, mostSearchesPerWorkspace)
  const logger = { ...silentLogger, warn }
  const own = { search: undefined, embeddings: undefined }
  return { services: { store, clock, searchPlaces, vocabulary, logger, ...own }, clock, warnings }
}

/** A store whose searches wait until the test releases them. */
function heldSearches(store: Store) {
  const begun: string[] = []
  const held: (() => void)[] = []
  const search: NonNullable<Store['search']> = async ({ where }) => {
    const [condition] = where
    begun.push(condition && 'value' in condition ? String(condition.value) : '')
    await new Promise<void>((resolve) => held.push(resolve))
    return [] as SearchHit[]
  }
  return { store: { ...store, search }, begun, letOneGo: () => held.shift()?.() }
}

describe('simultaneous searches', () => {
  test('two of 25 searches of one workspace run at the same time, and another workspace does not wait', async () => {
    const { store, begun, letOneGo } = heldSearches(memoryStore())
    const { services } = servicesOver(store)
    const many = Array.from({ length: 25 }, () => searchKnowledge(services, 'ws_1', 'word', 5))
    const other = searchKnowledge(services, 'ws_2', 'word', 5)
    await sleep(0)
    expect(begun).toEqual(['ws_1', 'ws_1', 'ws_2'])
    while (begun.length < 26) {
      letOneGo()
      await sleep(0)
    }
    letOneGo()
    letOneGo()
    letOneGo()
    await Promise.all([...many, other])
  })

  test('a search that takes too long finds nothing and logs a warning, but keeps its place until it ends', async () => {
    const { store, begun, letOneGo } = heldSearches(memoryStore())
    const { services, clock, warnings } = servicesOver(store)
    const slow = Array.from({ length: 3 }, () => searchKnowledge(services, 'ws_1', 'word', 5))
    await sleep(0)
    clock.advance(searchMs)
    expect(await Promise.all(slow)).toEqual([[], [], []])
    expect(warnings).toHaveLength(3)
    expect(warnings[0]).toContain('ws_1')
    expect(warnings.join()).not.toContain('word')
    const next = searchKnowledge(services, 'ws_1', 'word', 5)
    await sleep(0)
    expect(begun).toHaveLength(2)
    letOneGo()
    await sleep(0)
    expect(begun).toHaveLength(3)
    letOneGo()
    letOneGo()
    await next
  })
})

test("a visitor's message is answered even if its search takes too long", async () => {
  const { store } = heldSearches(memoryStore())
  const kit = await createKit({ store })
  const call = caller(kit)
  const { json: session } = await call('POST', '/chat/sessions', { body: {} })
  const sent = call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: 'Hello?' } })
  const { status, json } = await passTime(kit, sent)
  expect(status, JSON.stringify(json)).toBe(200)
})

overStores((openStore) => {
  test('a question with common words compares a bounded number of passages', async () => {
    const store = openStore()
    await store.migrate(schemaPlan)
    const sentence = 'The price of the plan is the same for all of them. '
    for (const source of ['one', 'two', 'three']) {
      await add(store, 'ws_1', source, sentence.repeat(4_000).slice(0, 200_000))
    }
    await add(store, 'ws_1', 'four', 'The refund of the plan.')
    const where = [{ column: 'workspace', op: 'eq', value: 'ws_1' }] as const
    const query = { in: 'knowledge_chunks', where, text: 'the refund of the plan', limit: 1_000 }
    const hits = (await store.search?.(query)) ?? []
    expect(hits[0]?.row.columns.source).toBe('four')
    expect(hits).toHaveLength(mostRowsRanked)
  })

  test('the search for a question with many words and misspellings ends within a bounded time', async () => {
    const store = openStore()
    await store.migrate(schemaPlan)
    const word = (at: number) =>
      `wo${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}rd`
    const words = Array.from({ length: 4_000 }, (_, at) => word(at))
    await add(store, 'ws_1', 'one', words.join(' '))
    const { services } = servicesOver(store)
    const typed = words.slice(0, 200).map((one) => `${one.slice(0, -2)}dr`)
    const common = 'price refund cancel open delivery pay card phone account room '.repeat(8)
    const wanted = readQuestion(common + typed.join(' '), vocabulary)
    expect(wanted.length).toBeGreaterThan(100)
    const before = process.threadCpuUsage()
    for (let times = 0; times < 5; times += 1) {
      await searchKnowledge(services, 'ws_1', common + typed.join(' '), 5)
    }
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })

  test('a search reads and compares no passages of other workspaces', async () => {
    const opened = openStore()
    let rows = 0
    const pause = async (more: number) => {
      rows += more
    }
    const store: Store = {
      ...opened,
      search: async (query) => (await opened.search?.({ ...query, pause })) ?? [],
    }
    await store.migrate(schemaPlan)
    await add(store, 'ws_1', 'mine', 'Refunds take five days.')
    const { services } = servicesOver(store)
    const find = async () => {
      rows = 0
      expect(await searchKnowledge(services, 'ws_1', 'How long do refunds take?', 5)).toMatchObject(
        [{ title: 'mine', text: 'Refunds take five days.' }],
      )
      return rows
    }
    const alone = await find()
    expect(alone).toBeGreaterThan(0)
    for (let at = 0; at < 20; at += 1) {
      await add(store, 'ws_2', `doc_${at}`, 'How long do refunds take? '.repeat(1_000))
    }
    expect(await find()).toBe(alone)
  })
})

test('passages are also found in a store that has no search of its own', async () => {
  const { search: _none, ...without } = memoryStore()
  const store: Store = without
  await store.migrate(schemaPlan)
  for (let at = 0; at < 150; at += 1) await add(store, 'ws_1', `doc_${at}`, `Page ${at} of many`)
  await add(store, 'ws_2', 'other', 'Page 149 of another')
  const { services } = servicesOver(store)
  expect(await searchKnowledge(services, 'ws_1', 'PAGE 149', 1)).toMatchObject([
    { title: 'doc_149', text: 'Page 149 of many' },
  ])
})

describe('a question', () => {
  const pages: Readonly<Record<string, string>> = {
    prices: '# Prices\n\nThe small plan is €9, the large plan is €29.',
    refunds: '# Refunds\n\nA refund takes five days.',
    cancelling: '# Cancellation\n\nYou can stop at the end of each month.',
    shops: '# Shops\n\n## Ghent\n\nMonday to Friday: 9:00 to 18:30\n\n## Bruges\n\nFrom 10:00.',
    covers: '# Canopies\n\nThey are green.',
    warranty: '# Warranty\n\nTen years for a frame.',
  }
  const find = async (text: string) => {
    const store = memoryStore()
    await store.migrate(schemaPlan)
    for (const [source, page] of Object.entries(pages)) await add(store, 'ws_1', source, page)
    return searchKnowledge(servicesOver(store).services, 'ws_1', text, 5)
  }

  test.each([
    ['in other forms of the words', 'I would like to be refunded', 'refunds'],
    ['in other words', 'How do I get my money back?', 'refunds'],
    ['with a synonym of the host', 'Which colour has the tarp?', 'covers'],
    ['with letters in the wrong order', 'waranty on farmes', 'warranty'],
    ['with two letters swapped in the middle', 'Which shop is in Brgues?', 'shops'],
    ['in German', 'Wie kann ich kündigen?', 'cancelling'],
    ['in French', 'Quel est le prix ?', 'prices'],
    ['with a verb and its pronoun in French', 'Avez-vous une garantie ?', 'warranty'],
    ['in Spanish', '¿Qué garantía tiene?', 'warranty'],
    ['in Dutch', 'Hoe kan ik opzeggen?', 'cancelling'],
    ['with a word of a heading', 'Are you open in Ghent?', 'shops'],
  ])('%s finds the page', async (_, text, title) => {
    expect((await find(text))[0]).toMatchObject({ title })
  })

  test.each([
    'Who won the world cup?',
    'Can you write a poem about the moon?',
    'Wie wird das Wetter morgen?',
    'What is the capital of Australia?',
    'What is the price of bitcoin?',
    'Was kostet ein Flug nach Rom?',
  ])('that no page is about finds nothing: %s', async (text) => {
    expect(await find(text)).toEqual([])
  })

  test('finds passages with the name of their source', async () => {
    const [passage] = await find('When are you open in Ghent?')
    expect(passage).toEqual({
      id: 'shops.1.0',
      url: null,
      title: 'shops',
      heading: 'Shops › Ghent',
      text: 'Monday to Friday: 9:00 to 18:30',
      score: expect.any(Number),
    })
  })
})

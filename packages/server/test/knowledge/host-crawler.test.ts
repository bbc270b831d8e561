import type { KnowledgeSource } from '@doorkit/models'
import { expect, test } from 'vitest'
import { equals } from '../../src/collections/collection.ts'
import { knowledgePassages } from '../../src/collections/knowledge-document.ts'
import { CrawlError } from '../../src/index.ts'
import { crawled, createPageKit, steeredCrawler } from '../support/page-kit.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('a crawler of the host', (openStore) => {
  test('reads the pages instead of the crawler of the kit', async () => {
    const seen: string[] = []
    const { add, get, tick, passages } = await createPageKit({
      store: openStore(),
      crawler: {
        read: async (url) => {
          seen.push(url)
          return { title: 'Ours', sections: [{ heading: 'A', text: 'b' }] }
        },
      },
    })
    const source = await add('https://acme.example/faq')
    await tick()
    expect(seen).toEqual(['https://acme.example/faq'])
    expect(await get(source.id)).toMatchObject({ status: 'ready', title: 'Ours', characters: 4 })
    expect(await passages()).toEqual(['b'])
  })

  test('that rejects with a CrawlError fails the reading, and the page shows the first 200 characters of its message', async () => {
    const { add, get, tick } = await createPageKit({
      store: openStore(),
      crawler: { read: () => Promise.reject(new CrawlError('other', 'x'.repeat(300))) },
    })
    const source = await add('https://acme.example/')
    await tick()
    expect(await get(source.id)).toMatchObject({ status: 'failed', error: 'x'.repeat(200) })
  })

  test.each([
    ['rejects with', () => Promise.reject(new Error('password=hunter2'))],
    [
      'throws',
      () => {
        throw new Error('password=hunter2')
      },
    ],
  ])(
    'that %s another error fails the reading, and the error is logged but not shown',
    async (_name, read) => {
      const logged: unknown[] = []
      const ignore = () => {}
      const { add, get, tick } = await createPageKit({
        store: openStore(),
        crawler: { read },
        logger: {
          debug: ignore,
          info: ignore,
          warn: ignore,
          error: (facts) => logged.push(facts),
        },
      })
      const source = await add('https://acme.example/')
      await tick()
      expect(await get(source.id)).toMatchObject({
        status: 'failed',
        error: 'The page could not be read',
      })
      const error = new Error('password=hunter2')
      expect(logged).toEqual([{ source: source.id, err: error, error }])
    },
  )

  test('that never answers is aborted after 30 seconds', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, clock, get, tick } = await createPageKit({ store: openStore(), crawler })
    const source = await add('https://acme.example/')
    const busy = tick()
    const { signal } = await reading(0)
    clock.advance(29_999)
    expect(signal.aborted).toBe(false)
    clock.advance(1)
    expect(signal.aborted).toBe(true)
    await busy
    expect(await get(source.id)).toMatchObject({
      status: 'failed',
      error: 'No answer within 30 seconds',
    })
  })

  test.each([
    ['no sections', { title: 'Title', sections: [] }, 'The page has no text'],
    ['only white space', crawled(' \n '), 'The page has no text'],
    [
      'more characters than a document may have',
      crawled('a'.repeat(200_001)),
      'More than 200,000 characters',
    ],
  ])('that returns %s fails the reading', async (_name, page, error) => {
    const { add, events, get, tick } = await createPageKit({
      store: openStore(),
      crawler: { read: async () => page },
    })
    const source = await add('https://acme.example/')
    await tick()
    expect(await get(source.id)).toMatchObject({ status: 'failed', error, read_at: null })
    expect(await events()).toHaveLength(1)
  })

  test('may return as much text as a document may have', async () => {
    const { add, get, tick } = await createPageKit({
      store: openStore(),
      crawler: { read: async () => crawled('a'.repeat(200_000)) },
    })
    const source = await add('https://acme.example/')
    await tick()
    expect(await get(source.id)).toMatchObject({
      status: 'ready',
      characters: 200_000,
      chunks: 223,
    })
  })
})

describeOverMemory('the passages of a page', (openStore) => {
  test('have its title, or its address if it has none', async () => {
    const titles: (string | null)[] = ['Title', null]
    const { add, store, tick } = await createPageKit({
      store: openStore(),
      crawler: { read: async () => crawled('Text.', titles.shift() ?? null) },
    })
    const [one, other] = [await add('https://acme.example/a'), await add('https://acme.example/b')]
    await tick()
    const titleOf = async ({ id }: KnowledgeSource) => {
      const row = await knowledgePassages.first(store, 'knowledge_chunks_source', [
        equals('source', id),
      ])
      return row?.data.title
    }
    expect(await titleOf(one)).toBe('Title')
    expect(await titleOf(other)).toBe('https://acme.example/b')
  })
})

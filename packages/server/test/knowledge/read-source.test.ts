import { KnowledgeSource, WebhookEvent } from '@doorkit/models'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CrawlError, type CrawledPage, type Crawler } from '../../src/index.ts'
import { chunks } from '../../src/records/knowledge-document.ts'
import { sources } from '../../src/records/knowledge-source.ts'
import { equals } from '../../src/records/record.ts'
import { memoryStore, type Store } from '../../src/store/index.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { html, type PageRoute, pageServer } from '../support/page-server.ts'

async function setUp(options: KitOptions = {}) {
  const kit = await createKit({ allowPrivatePages: true, ...options })
  onTestFinished(() => kit.doorkit.close())
  const call = caller(kit)
  const { clock, doorkit, store } = kit
  return {
    clock,
    call,
    doorkit,
    store,
    tick: () => doorkit.worker.tick(),
    add: async (url: string): Promise<KnowledgeSource> =>
      (await call('POST', '/knowledge/sources', { body: { url } })).json,
    get: async (id: string): Promise<KnowledgeSource> =>
      KnowledgeSource.parse((await call('GET', `/knowledge/sources/${id}`)).json),
    refresh: async (id: string) => await call('POST', `/knowledge/sources/${id}/refresh`),
    /** The knowledge events of the log, newest first. */
    events: async () =>
      ((await call('GET', '/events')).json.data as WebhookEvent[]).filter(
        ({ type }) => type === 'knowledge.source_failed',
      ),
    /** What the agent answers to a question. */
    ask: async (text: string): Promise<string> => {
      const session = await call('POST', '/chat/sessions', { body: {} })
      const path = `/chat/sessions/${session.json.id}/messages`
      return (await call('POST', path, { body: { text } })).json.message.text
    },
    passages: () => passagesOf(store),
  }
}

async function passagesOf(store: Store): Promise<string[]> {
  const rows = await chunks.list(store, {
    index: 'knowledge_chunks_source',
    where: [],
    dir: 'asc',
    limit: 1_000,
  })
  return rows.map(({ data }) => data.text)
}

const after = (milliseconds: number) => new Date(testStart + milliseconds).toISOString()

/** A page that says what the test wants it to, and a status other than 200 for null. */
function changing(first: string | null) {
  const page = { says: first as string | null }
  const route: PageRoute = (_request, response) =>
    page.says === null ? html(response, 'Broken', 503) : html(response, page.says)
  return Object.assign(page, { route })
}

/** A crawler whose readings the test ends one by one, in their order. */
function steeredCrawler() {
  const started: { url: string; signal: AbortSignal; end: (page: CrawledPage | Error) => void }[] =
    []
  const waiting: (() => void)[] = []
  const crawler: Crawler = {
    read: (url, { signal }) =>
      new Promise((resolve, reject) => {
        const end = (page: CrawledPage | Error) =>
          page instanceof Error ? reject(page) : resolve(page)
        started.push({ url, signal, end })
        waiting.shift()?.()
      }),
  }
  return {
    crawler,
    started,
    /** The reading with this number, once it has begun. */
    reading: async (number: number) => {
      while (started.length <= number) await new Promise<void>((resolve) => waiting.push(resolve))
      const reading = started[number]
      if (!reading) throw new Error('There is no such reading.')
      return reading
    },
  }
}

const page = (text: string, title: string | null = 'Title'): CrawledPage => ({
  title,
  sections: [{ heading: null, text }],
})

const stores = [
  ['memory', () => memoryStore()],
  ['SQLite', () => sqliteStore({ file: ':memory:' })],
] as const

describe.each(stores)('States and transitions: Knowledge page status, %s', (_name, createStore) => {
  test('a page that was read is ready, with what was read', async () => {
    const site = await pageServer({
      '/faq':
        '<title>FAQ</title><h1>Opening hours</h1><p>We open at nine.</p><h2>Prices</h2><p>5 €.</p>',
    })
    const { add, call, clock, events, get, tick, passages } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    clock.advance(2_000)
    expect(await tick()).toMatchObject({ read: 1 })
    expect(await get(source.id)).toEqual({
      ...source,
      title: 'FAQ',
      status: 'ready',
      error: null,
      characters: 'Opening hours\n\nWe open at nine.\n\nPrices\n\n5 €.'.length,
      chunks: 1,
      read_at: after(2_000),
    })
    expect(await passages()).toEqual(['Opening hours\n\nWe open at nine.\n\nPrices\n\n5 €.'])
    expect((await call('GET', '/knowledge/sources')).json.data).toEqual([await get(source.id)])
    expect(await events()).toEqual([])
  })

  test('the agent answers from a page as from a document', async () => {
    const site = await pageServer({ '/faq': '<h1>Parking</h1><p>There is a garage next door.</p>' })
    const { add, ask, tick } = await setUp({ store: createStore() })
    await add(site.url('/faq'))
    expect(await ask('Is there parking?')).not.toContain('garage')
    await tick()
    expect(await ask('Is there parking?')).toBe('Parking\n\nThere is a garage next door.')
  })

  test('a page that cannot be read fails, keeps its last good content, and the agent answers from it', async () => {
    const faq = changing('<title>FAQ</title><p>We open at nine.</p>')
    const site = await pageServer({ '/faq': faq.route })
    const { add, ask, clock, get, refresh, tick } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    await tick()
    const good = await get(source.id)
    faq.says = null
    clock.advance(60_000)
    await refresh(source.id)
    await tick()
    expect(await get(source.id)).toEqual({ ...good, status: 'failed', error: 'HTTP 503' })
    expect(await ask('When do you open?')).toBe('We open at nine.')
  })

  test('a refresh puts a page back to pending, and keeps its content until it was read', async () => {
    const faq = changing('<title>FAQ</title><p>We open at nine.</p>')
    const site = await pageServer({ '/faq': faq.route })
    const { add, ask, clock, get, refresh, tick, passages } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    await tick()
    const good = await get(source.id)
    faq.says = '<title>New FAQ</title><p>We open at ten.</p>'
    clock.advance(60_000)
    const { status, json } = await refresh(source.id)
    expect(status).toBe(200)
    expect(json).toEqual({ ...good, status: 'pending' })
    expect(await ask('When do you open?')).toBe('We open at nine.')
    await tick()
    expect(await get(source.id)).toEqual({
      ...good,
      title: 'New FAQ',
      characters: 15,
      read_at: after(60_000),
    })
    expect(await passages()).toEqual(['We open at ten.'])
  })

  test('a refresh of a page that failed clears the error, and a reading that succeeds makes it ready', async () => {
    const faq = changing(null)
    const site = await pageServer({ '/faq': faq.route })
    const { add, get, refresh, tick } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    await tick()
    expect(await get(source.id)).toEqual({ ...source, status: 'failed', error: 'HTTP 503' })
    expect((await refresh(source.id)).json).toEqual(source)
    faq.says = '<p>We open at nine.</p>'
    await tick()
    expect(await get(source.id)).toMatchObject({ status: 'ready', error: null, title: null })
  })

  test('a failed reading is not tried again by itself', async () => {
    const site = await pageServer({})
    const { add, clock, tick } = await setUp({ store: createStore() })
    await add(site.url('/missing'))
    expect(await tick()).toMatchObject({ read: 1 })
    clock.advance(30 * 24 * 3_600_000)
    expect(await tick()).toMatchObject({ read: 0 })
    expect(site.pages()).toEqual(['/missing'])
  })

  test('a page of many passages is replaced whole', async () => {
    const faq = changing(
      Array.from({ length: 1_200 }, (_, index) => `<h2>Part ${index}</h2>${'a'.repeat(150)}`).join(
        '',
      ),
    )
    const site = await pageServer({ '/faq': faq.route })
    const { add, get, refresh, tick, passages } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    await tick()
    const { chunks: count, characters } = await get(source.id)
    expect(characters).toBeGreaterThan(190_000)
    expect(await passages()).toHaveLength(Math.min(count, 1_000))
    faq.says = '<p>Short now.</p>'
    await refresh(source.id)
    await tick()
    expect(await get(source.id)).toMatchObject({ status: 'ready', chunks: 1 })
    expect(await passages()).toEqual(['Short now.'])
  })

  test('deleting a page removes what the agent knows from it', async () => {
    const site = await pageServer({ '/faq': '<p>We open at nine.</p>', '/b': '<p>Another.</p>' })
    const { add, ask, call, tick, passages } = await setUp({ store: createStore() })
    const source = await add(site.url('/faq'))
    await add(site.url('/b'))
    await tick()
    await call('DELETE', `/knowledge/sources/${source.id}`)
    expect(await passages()).toEqual(['Another.'])
    expect(await ask('When do you open?')).not.toContain('nine')
  })
})

describe('Events: knowledge.source_failed', () => {
  test('is emitted for each reading that fails, with the page and the reason', async () => {
    const site = await pageServer({})
    const { add, clock, events, get, refresh, tick } = await setUp()
    const source = await add(site.url('/missing'))
    clock.advance(1_000)
    await tick()
    clock.advance(3_000)
    await tick()
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(WebhookEvent.parse(event)).toMatchObject({
      type: 'knowledge.source_failed',
      created_at: after(1_000),
      data: { object: await get(source.id), error: 'HTTP 404' },
    })
    expect(await get(source.id)).toMatchObject({ status: 'failed', error: 'HTTP 404' })
    await refresh(source.id)
    await tick()
    expect(await events()).toHaveLength(2)
  })

  test('reaches its subscribers as a webhook', async () => {
    const bodies: unknown[] = []
    const site = await pageServer({
      '/hook': (request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          bodies.push(JSON.parse(Buffer.concat(parts).toString()))
          response.end()
        })
      },
    })
    const { add, call, clock, tick } = await setUp()
    await call('POST', '/webhook_endpoints', {
      body: { url: site.url('/hook'), events: ['knowledge.source_failed'] },
    })
    const source = await add(site.url('/missing'))
    await tick()
    clock.advance(3_000)
    expect(await tick()).toMatchObject({ built: 1, attempted: 1 })
    expect(bodies).toEqual([
      expect.objectContaining({
        type: 'knowledge.source_failed',
        data: { object: { ...source, status: 'failed', error: 'HTTP 404' }, error: 'HTTP 404' },
      }),
    ])
  })

  test('has a null object when the page was deleted before the payload was built', async () => {
    const site = await pageServer({})
    const { add, call, clock, events, tick } = await setUp()
    const source = await add(site.url('/missing'))
    await tick()
    await call('DELETE', `/knowledge/sources/${source.id}`)
    clock.advance(3_000)
    await tick()
    expect(await events()).toMatchObject([{ data: { object: null, error: 'HTTP 404' } }])
  })
})

describe('a reading under way', () => {
  test('is not begun by a second worker', async () => {
    const store = memoryStore()
    const { crawler, started, reading } = steeredCrawler()
    const one = await setUp({ store, crawler })
    const other = await setUp({ store, crawler })
    const source = await one.add('https://acme.example/')
    const busy = one.tick()
    const first = await reading(0)
    expect(await other.tick()).toMatchObject({ read: 0 })
    first.end(page('We open at nine.'))
    expect(await busy).toMatchObject({ read: 1 })
    expect(started).toHaveLength(1)
    expect(await other.tick()).toMatchObject({ read: 0 })
    expect(await one.get(source.id)).toMatchObject({ status: 'ready' })
  })

  test('is one of at most four, or of as many as the host allows', async () => {
    const { crawler, started, reading } = steeredCrawler()
    const { add, tick } = await setUp({ crawler, worker: { readings: 2 } })
    for (let index = 0; index < 3; index++) await add(`https://acme.example/${index}`)
    const busy = tick()
    const [first, second] = [await reading(0), await reading(1)]
    expect(started).toHaveLength(2)
    first.end(page('One.'))
    const third = await reading(2)
    second.end(page('Two.'))
    third.end(page('Three.'))
    expect(await busy).toMatchObject({ read: 3 })
  })

  test('does not keep deliveries waiting', async () => {
    const site = await pageServer({ '/hook': (_request, response) => response.end() })
    const { crawler, reading } = steeredCrawler()
    const { add, call, clock, tick } = await setUp({ crawler })
    await call('POST', '/webhook_endpoints', { body: { url: site.url('/hook'), events: ['*'] } })
    await add('https://acme.example/a')
    const first = tick()
    const failing = await reading(0)
    failing.end(new CrawlError('other', 'Gone'))
    await first
    await add('https://acme.example/b')
    clock.advance(3_000)
    const second = tick()
    const slow = await reading(1)
    await site.reached('/hook')
    slow.end(page('Slow.'))
    expect(await second).toMatchObject({ built: 1, attempted: 1, read: 1 })
  })

  test('is taken over when its worker died, at the end of the lease', async () => {
    const site = await pageServer({ '/faq': '<p>We open at nine.</p>' })
    const { add, clock, get, store, tick } = await setUp()
    const source = await add(site.url('/faq'))
    const [claimed] = await store.claim({
      in: sources.plan.name,
      dueKey: 'due_at',
      leaseKey: 'lease',
      now: clock.now(),
      leaseMs: 60_000,
      token: 'a worker that died',
      limit: 1,
    })
    expect(claimed?.id).toBe(source.id)
    clock.advance(59_999)
    expect(await tick()).toMatchObject({ read: 0 })
    clock.advance(1)
    expect(await tick()).toMatchObject({ read: 1 })
    expect(await get(source.id)).toMatchObject({ status: 'ready' })
  })

  test('changes nothing when it ends after it was taken over', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, events, get, passages, store, tick } = await setUp({ crawler })
    const source = await add('https://acme.example/')
    const busy = tick()
    const late = await reading(0)
    await store.commit([sources.patch(source.id, { set: { lease: 'another worker' } })])
    late.end(page('Too late.'))
    await busy
    expect(await get(source.id)).toEqual(source)
    expect(await passages()).toEqual([])
    expect(await events()).toEqual([])
  })

  test.each([
    ['succeeds', page('Too late.')],
    ['fails', new CrawlError('other', 'Gone')],
  ])('leaves nothing behind when the page is deleted and it %s', async (_name, ending) => {
    const { crawler, reading } = steeredCrawler()
    const { add, call, events, passages, tick } = await setUp({ crawler })
    const source = await add('https://acme.example/')
    const busy = tick()
    const late = await reading(0)
    expect((await call('DELETE', `/knowledge/sources/${source.id}`)).status).toBe(200)
    late.end(ending)
    await busy
    expect((await call('GET', `/knowledge/sources/${source.id}`)).status).toBe(404)
    expect(await passages()).toEqual([])
    expect(await events()).toEqual([])
  })

  test('is followed by another when the page is refreshed meanwhile', async () => {
    const { crawler, reading, started } = steeredCrawler()
    const { add, get, passages, refresh, tick } = await setUp({ crawler })
    const source = await add('https://acme.example/')
    const busy = tick()
    const first = await reading(0)
    expect((await refresh(source.id)).json.status).toBe('pending')
    expect(started).toHaveLength(1)
    first.end(page('Old.'))
    const second = await reading(1)
    expect(await get(source.id)).toMatchObject({ status: 'pending', chunks: 1 })
    expect(await passages()).toEqual(['Old.'])
    second.end(page('New.'))
    expect(await busy).toMatchObject({ read: 2 })
    expect(await get(source.id)).toMatchObject({ status: 'ready' })
    expect(await passages()).toEqual(['New.'])
  })

  test('that fails says nothing when the page was refreshed meanwhile: the next one does', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, events, get, refresh, tick } = await setUp({ crawler })
    const source = await add('https://acme.example/')
    const busy = tick()
    const first = await reading(0)
    await refresh(source.id)
    first.end(new CrawlError('other', 'First'))
    const second = await reading(1)
    expect(await get(source.id)).toEqual(source)
    expect(await events()).toEqual([])
    second.end(new CrawlError('other', 'Second'))
    await busy
    expect(await get(source.id)).toEqual({ ...source, status: 'failed', error: 'Second' })
    expect(await events()).toHaveLength(1)
  })

  test('of a worker that died is followed by one reading for all refreshes', async () => {
    const site = await pageServer({ '/faq': '<p>We open at nine.</p>' })
    const { add, clock, get, refresh, store, tick } = await setUp()
    const source = await add(site.url('/faq'))
    const claim = { in: sources.plan.name, dueKey: 'due_at', leaseKey: 'lease', limit: 1 }
    await store.claim({ ...claim, now: clock.now(), leaseMs: 60_000, token: 'dead' })
    await refresh(source.id)
    await refresh(source.id)
    expect(await tick()).toMatchObject({ read: 0 })
    clock.advance(60_000)
    expect(await tick()).toMatchObject({ read: 1 })
    expect(await get(source.id)).toMatchObject({ status: 'ready' })
  })
})

describe('a crawler of the host', () => {
  test('reads instead of the kit', async () => {
    const seen: string[] = []
    const { add, get, tick, passages } = await setUp({
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
    expect(await passages()).toEqual(['A\n\nb'])
  })

  test('says why it failed with a CrawlError, in at most 200 characters', async () => {
    const { add, get, tick } = await setUp({
      crawler: { read: () => Promise.reject(new CrawlError('other', 'x'.repeat(300))) },
    })
    const source = await add('https://acme.example/')
    await tick()
    expect((await get(source.id)).error).toBe('x'.repeat(200))
  })

  test.each([
    ['rejects with', () => Promise.reject(new Error('password=hunter2'))],
    [
      'throws',
      () => {
        throw new Error('password=hunter2')
      },
    ],
  ])('that %s another error shows nothing of it, and the log does', async (_name, read) => {
    const logged: unknown[] = []
    const ignore = () => {}
    const { add, get, tick } = await setUp({
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
    expect(logged).toEqual([{ source: source.id, error: new Error('password=hunter2') }])
  })

  test('that never answers is given up after 30 seconds', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, clock, get, tick } = await setUp({ crawler })
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
    ['nothing at all', { title: 'Title', sections: [] }, 'The page has no text'],
    ['only blanks', page(' \n '), 'The page has no text'],
    ['more than a document may hold', page('a'.repeat(200_001)), 'More than 200,000 characters'],
  ])('that brings %s brings a failure', async (_name, crawled, error) => {
    const { add, events, get, tick } = await setUp({ crawler: { read: async () => crawled } })
    const source = await add('https://acme.example/')
    await tick()
    expect(await get(source.id)).toMatchObject({ status: 'failed', error, read_at: null })
    expect(await events()).toHaveLength(1)
  })

  test('may bring as much as a document may hold', async () => {
    const { add, get, tick } = await setUp({
      crawler: { read: async () => page('a'.repeat(200_000)) },
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

describe('the passages of a page', () => {
  test('carry its title, and its address where it has none', async () => {
    const titles: (string | null)[] = ['Title', null]
    const { add, store, tick } = await setUp({
      crawler: { read: async () => page('Text.', titles.shift() ?? null) },
    })
    const [one, other] = [await add('https://acme.example/a'), await add('https://acme.example/b')]
    await tick()
    const titleOf = async ({ id }: KnowledgeSource) => {
      const row = await chunks.first(store, 'knowledge_chunks_source', [equals('source', id)])
      return row?.data.title
    }
    expect(await titleOf(one)).toBe('Title')
    expect(await titleOf(other)).toBe('https://acme.example/b')
  })
})

import { expect, test } from 'vitest'
import { sources } from '../../src/collections/knowledge-source.ts'
import { CrawlError } from '../../src/index.ts'
import { crawled, createPageKit, steeredCrawler } from '../support/page-kit.ts'
import { pageServer } from '../support/page-server.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('a reading in progress', (openStore) => {
  test('is not started again by a second worker', async () => {
    const store = openStore()
    const { crawler, started, reading } = steeredCrawler()
    const one = await createPageKit({ store, crawler })
    const other = await createPageKit({ store, crawler })
    const source = await one.add('https://acme.example/')
    const busy = one.tick()
    const first = await reading(0)
    expect(await other.tick()).toMatchObject({ read: 0 })
    first.end(crawled('We open at nine.'))
    expect(await busy).toMatchObject({ read: 1 })
    expect(started).toHaveLength(1)
    expect(await other.tick()).toMatchObject({ read: 0 })
    expect(await one.get(source.id)).toMatchObject({ status: 'ready' })
  })

  test('and others of its workspace use at most a fifth of the places, even if no other workspace waits', async () => {
    const { crawler, started, reading } = steeredCrawler()
    const { add, tick } = await createPageKit({
      store: openStore(),
      crawler,
      worker: { readings: 10 },
    })
    for (let index = 0; index < 3; index++) await add(`https://acme.example/${index}`)
    const busy = tick()
    const [first, second] = [await reading(0), await reading(1)]
    expect(started).toHaveLength(2)
    first.end(crawled('One.'))
    const third = await reading(2)
    second.end(crawled('Two.'))
    third.end(crawled('Three.'))
    expect(await busy).toMatchObject({ read: 3 })
  })

  test('does not delay deliveries', async () => {
    const site = await pageServer({ '/hook': (_request, response) => response.end() })
    const { crawler, reading } = steeredCrawler()
    const { add, call, clock, tick } = await createPageKit({ store: openStore(), crawler })
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
    slow.end(crawled('Slow.'))
    expect(await second).toMatchObject({ built: 1, attempted: 1, read: 1 })
  })

  test('is repeated at the end of the lease if its worker died', async () => {
    const site = await pageServer({ '/faq': '<p>We open at nine.</p>' })
    const { add, clock, get, store, tick } = await createPageKit({ store: openStore() })
    const source = await add(site.url('/faq'))
    const [claimed] = await store.claim({
      in: sources.plan.name,
      dueColumn: 'due_at',
      leaseColumn: 'lease',
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

  test('changes nothing if it ends after another worker has taken over', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, events, get, passages, store, tick, workspace } = await createPageKit({
      store: openStore(),
      crawler,
    })
    const source = await add('https://acme.example/')
    const busy = tick()
    const late = await reading(0)
    await store.commit([
      sources.patch(workspace.id, source.id, { set: { lease: 'another worker' } }),
    ])
    late.end(crawled('Too late.'))
    await busy
    expect(await get(source.id)).toEqual(source)
    expect(await passages()).toEqual([])
    expect(await events()).toEqual([])
  })

  test.each([
    ['succeeds', crawled('Too late.')],
    ['fails', new CrawlError('other', 'Gone')],
  ])('that %s after its page was deleted leaves nothing behind', async (_name, ending) => {
    const { crawler, reading } = steeredCrawler()
    const { add, call, events, passages, tick } = await createPageKit({
      store: openStore(),
      crawler,
    })
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

  test('is followed by another if the page is refreshed during it', async () => {
    const { crawler, reading, started } = steeredCrawler()
    const { add, get, passages, refresh, tick } = await createPageKit({
      store: openStore(),
      crawler,
    })
    const source = await add('https://acme.example/')
    const busy = tick()
    const first = await reading(0)
    expect((await refresh(source.id)).json.status).toBe('pending')
    expect(started).toHaveLength(1)
    first.end(crawled('Old.'))
    const second = await reading(1)
    expect(await get(source.id)).toMatchObject({ status: 'pending', chunks: 1 })
    expect(await passages()).toEqual(['Old.'])
    second.end(crawled('New.'))
    expect(await busy).toMatchObject({ read: 2 })
    expect(await get(source.id)).toMatchObject({ status: 'ready' })
    expect(await passages()).toEqual(['New.'])
  })

  test('that fails records nothing if the page was refreshed during it', async () => {
    const { crawler, reading } = steeredCrawler()
    const { add, events, get, refresh, tick } = await createPageKit({ store: openStore(), crawler })
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
    const { add, clock, get, refresh, store, tick } = await createPageKit({ store: openStore() })
    const source = await add(site.url('/faq'))
    const claim = { in: sources.plan.name, dueColumn: 'due_at', leaseColumn: 'lease', limit: 1 }
    await store.claim({ ...claim, now: clock.now(), leaseMs: 60_000, token: 'dead' })
    await refresh(source.id)
    await refresh(source.id)
    expect(await tick()).toMatchObject({ read: 0 })
    clock.advance(60_000)
    expect(await tick()).toMatchObject({ read: 1 })
    expect(await get(source.id)).toMatchObject({ status: 'ready' })
  })
})

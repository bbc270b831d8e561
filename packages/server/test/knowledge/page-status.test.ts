import { describe, expect, test } from 'vitest'
import { after, changingPage, createPageKit } from '../support/page-kit.ts'
import { pageServer } from '../support/page-server.ts'
import { overMemory } from '../support/stores.ts'

describe('the states of a knowledge page', () => {
  overMemory((openStore) => {
    test('a page that was read is ready, and has its content', async () => {
      const site = await pageServer({
        '/faq':
          '<title>FAQ</title><h1>Opening hours</h1><p>We open at nine.</p><h2>Prices</h2><p>5 €.</p>',
      })
      const { add, call, clock, events, get, tick, passages } = await createPageKit({
        store: openStore(),
      })
      const source = await add(site.url('/faq'))
      clock.advance(2_000)
      expect(await tick()).toMatchObject({ read: 1 })
      expect(await get(source.id)).toEqual({
        ...source,
        title: 'FAQ',
        status: 'ready',
        error: null,
        characters: 'Opening hours\n\nWe open at nine.\n\nPrices\n\n5 €.'.length,
        chunks: 2,
        read_at: after(2_000),
      })
      expect(await passages()).toEqual(['We open at nine.', '5 €.'])
      expect((await call('GET', '/knowledge/sources')).json.data).toEqual([await get(source.id)])
      expect(await events()).toEqual([])
    })

    test('the agent answers from a page once it has been read', async () => {
      const site = await pageServer({
        '/faq': '<h1>Parking</h1><p>There is a garage next door.</p>',
      })
      const { add, ask, tick } = await createPageKit({ store: openStore() })
      await add(site.url('/faq'))
      expect(await ask('Is there parking?')).not.toContain('garage')
      await tick()
      expect(await ask('Is there parking?')).toBe('There is a garage next door. (From: Parking)')
    })

    test('a page that cannot be read fails, keeps its last good content, and the agent answers from it', async () => {
      const faq = changingPage('<title>FAQ</title><p>We open at nine.</p>')
      const site = await pageServer({ '/faq': faq.route })
      const { add, ask, clock, get, refresh, tick } = await createPageKit({ store: openStore() })
      const source = await add(site.url('/faq'))
      await tick()
      const good = await get(source.id)
      faq.says = null
      clock.advance(60_000)
      await refresh(source.id)
      await tick()
      expect(await get(source.id)).toEqual({ ...good, status: 'failed', error: 'HTTP 503' })
      expect(await ask('When do you open?')).toBe('We open at nine. (From: FAQ)')
    })

    test('a refresh sets a page back to pending, and the page keeps its content until it has been read again', async () => {
      const faq = changingPage('<title>FAQ</title><p>We open at nine.</p>')
      const site = await pageServer({ '/faq': faq.route })
      const { add, ask, clock, get, refresh, tick, passages } = await createPageKit({
        store: openStore(),
      })
      const source = await add(site.url('/faq'))
      await tick()
      const good = await get(source.id)
      faq.says = '<title>New FAQ</title><p>We open at ten.</p>'
      clock.advance(60_000)
      const { status, json } = await refresh(source.id)
      expect(status).toBe(200)
      expect(json).toEqual({ ...good, status: 'pending' })
      expect(await ask('When do you open?')).toBe('We open at nine. (From: FAQ)')
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
      const faq = changingPage(null)
      const site = await pageServer({ '/faq': faq.route })
      const { add, get, refresh, tick } = await createPageKit({ store: openStore() })
      const source = await add(site.url('/faq'))
      await tick()
      expect(await get(source.id)).toEqual({ ...source, status: 'failed', error: 'HTTP 503' })
      expect((await refresh(source.id)).json).toEqual(source)
      faq.says = '<p>We open at nine.</p>'
      await tick()
      expect(await get(source.id)).toMatchObject({ status: 'ready', error: null, title: null })
    })

    test('a failed reading is not retried', async () => {
      const site = await pageServer({})
      const { add, clock, tick } = await createPageKit({ store: openStore() })
      await add(site.url('/missing'))
      expect(await tick()).toMatchObject({ read: 1 })
      clock.advance(30 * 24 * 3_600_000)
      expect(await tick()).toMatchObject({ read: 0 })
      expect(site.pages()).toEqual(['/missing'])
    })

    test('a new reading replaces all passages of a page that had many', async () => {
      const faq = changingPage(
        Array.from(
          { length: 1_200 },
          (_, index) => `<h2>Part ${index}</h2>${'a'.repeat(150)}`,
        ).join(''),
      )
      const site = await pageServer({ '/faq': faq.route })
      const { add, get, refresh, tick, passages } = await createPageKit({ store: openStore() })
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

    test('deleting a page removes its passages', async () => {
      const site = await pageServer({ '/faq': '<p>We open at nine.</p>', '/b': '<p>Another.</p>' })
      const { add, ask, call, tick, passages } = await createPageKit({ store: openStore() })
      const source = await add(site.url('/faq'))
      await add(site.url('/b'))
      await tick()
      await call('DELETE', `/knowledge/sources/${source.id}`)
      expect(await passages()).toEqual(['Another.'])
      expect(await ask('When do you open?')).not.toContain('nine')
    })
  })
})

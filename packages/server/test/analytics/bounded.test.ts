import type { Analytics } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { analyticsDays, analyticsNames, namesPerDay } from '../../src/collections/analytics-day.ts'
import { labelCounts } from '../../src/collections/label-count.ts'
import { linkDays } from '../../src/collections/link-day.ts'
import { countOps, rollups } from '../../src/collections/rollup.ts'
import { visits } from '../../src/collections/visit.ts'
import { createDoorkit, manualClock } from '../../src/index.ts'
import type { Filter, Store, WriteOp } from '../../src/store.ts'
import { heldStore } from '../support/held-store.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { forEachStore } from '../support/stores.ts'

const day = 86_400_000
const site = 'https://acme.example'
const evaluation = {
  intent: 'pricing',
  buying_stage: 'consideration',
  qualification_score: 62.5,
  meeting_intent: 4,
  understood: true,
  failure_category: null,
  abandonment_reason: null,
  recommended_improvement: null,
}

async function read(kit: Kit, query = ''): Promise<Analytics> {
  const { status, json } = await caller(kit)('GET', `/analytics${query}`)
  expect(status).toBe(200)
  return json
}

const totalOf = ({ headline }: Analytics) =>
  headline.find(({ metric }) => metric === 'visitors')?.value

async function countRows(store: Store, collection: string, where: Filter = []): Promise<number> {
  const measures = { rows: { op: 'count' } } as const
  const [row] = await store.aggregate({ in: collection, where, measures })
  return row?.values.rows ?? 0
}

/** A day that has all of its names but a few. */
async function almostFull(kit: Kit, room: { pages: number; sources: number }) {
  await kit.doorkit.record(kit.workspace.id).visits.start({ page_url: `${site}/`, source: 'ads' })
  const id = '20261012'
  const set = {
    pages: namesPerDay.pages - room.pages,
    sources: namesPerDay.sources - room.sources,
  }
  const result = await kit.store.commit([analyticsDays.patch(kit.workspace.id, id, { set })])
  expect(result.ok).toBe(true)
}

forEachStore((openStore) => {
  const open = (store = openStore()) => createKit({ store })

  describe('Analytics: reading them', () => {
    test('no step goes through more than 10,000 rows, however many names a day has', async () => {
      const store = openStore()
      const kit = await open(store)
      const steps: Promise<number>[] = []
      const aggregate: Store['aggregate'] = (query) => {
        steps.push(countRows(store, query.in, query.where))
        return store.aggregate(query)
      }
      const doorkit = createDoorkit({ store: { ...store, aggregate }, clock: kit.clock })
      for (let ago = 0; ago < 30; ago++) {
        const date = 20261012 - ago - (ago >= 12 ? 70 : 0)
        const names = Array.from({ length: namesPerDay.pages + 1 }, (_, at) => `/p${at}`)
        const places = names.map((page) => ({ page, source: 'ads', device: 'mobile' }) as const)
        await store.commit(
          places.flatMap((place) =>
            countOps(kit.workspace.id, date, { ...place, ai: false }, { visitors: 1 }),
          ),
        )
      }
      const analytics = await read({ ...kit, doorkit }, '?source=ads')
      expect(totalOf(analytics)).toBe(30 * 501)
      expect(analytics.pages[0]?.visitors).toBe(30)
      const rows = await Promise.all(steps)
      expect(rows.length).toBeGreaterThan(5)
      expect(Math.max(...rows)).toBeLessThanOrEqual(10_000)
      // Of the days, the pages, the source and the devices; and of the labels.
      expect(rows.reduce((sum, row) => sum + row, 0)).toBe(30 * (1 + 501 + 1 + 1))
    }, 120_000)
  })

  describe('Analytics: names that visitors choose', () => {
    test('a day lists the first 500 paths; the others count in every total', async () => {
      const kit = await open()
      const { visits } = kit.doorkit.record(kit.workspace.id)
      for (let page = 0; page < 510; page++) {
        await visits.start({ page_url: `${site}/p${page}`, source: 'ads', device: 'mobile' })
      }
      // Each page by itself, and with the source and the device; and those without a page.
      expect(await countRows(kit.store, rollups.plan.name)).toBe(501 * 4 + 4)
      expect(await countRows(kit.store, analyticsNames.plan.name)).toBe(501)
      const analytics = await read(kit)
      expect(totalOf(analytics)).toBe(510)
      expect(analytics.sources).toMatchObject([{ label: 'ads', visitors: 510 }])
      expect(analytics.devices).toEqual([{ label: 'mobile', count: 510 }])
      expect(analytics.pages.map(({ visitors }) => visitors)).toEqual(Array(100).fill(1))
      expect(totalOf(await read(kit, '?page=/p499'))).toBe(1)
      expect(totalOf(await read(kit, '?page=/p500'))).toBe(0)
      expect(totalOf(await read(kit, '?source=ads'))).toBe(510)
    })

    test('what is beyond is neither a page nor a source, with all that came of it', async () => {
      const kit = await open()
      await almostFull(kit, { pages: 0, sources: 0 })
      const record = kit.doorkit.record(kit.workspace.id)
      const visit = await record.visits.start({ page_url: `${site}/new`, source: 'new' })
      await record.visits.openingSeen(visit)
      await record.visits.chatOpened(visit)
      const conversations = [
        await record.conversations.start({ visit }),
        await record.conversations.start({ page_url: `${site}/other`, source: 'other' }),
      ]
      for (const conversation of conversations) {
        await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
        await record.conversations.grade(conversation, evaluation)
      }
      const analytics = await read(kit)
      expect(analytics.pages.map(({ label }) => label)).toEqual(['/'])
      expect(analytics.sources.map(({ label }) => label)).toEqual(['ads'])
      expect(analytics.funnel.map(({ visitors }) => visitors)).toEqual([2, 1, 1, 2, 0, 0])
      expect(analytics.conversation_quality.graded).toBe(2)
      expect(analytics.intents).toEqual([{ label: 'pricing', count: 2 }])
      for (const query of ['?page=/new', '?source=new', '?page=/other', '?source=other']) {
        const none = await read(kit, query)
        expect(totalOf(none)).toBe(0)
        expect([none.pages, none.sources, none.intents]).toEqual([[], [], []])
      }
      const { json } = await caller(kit)('GET', `/conversations/${conversations[0]}`)
      expect(json).toMatchObject({ page_path: '/new', visitor: { source: 'new' } })
    })

    test('a page that a day lists stays whole, whatever comes after it', async () => {
      const kit = await open()
      await almostFull(kit, { pages: 1, sources: 1 })
      const { visits } = kit.doorkit.record(kit.workspace.id)
      for (const page of ['/last', '/late', '/last', '/later', '/last', '/']) {
        await visits.start({ page_url: `${site}${page}`, source: page })
      }
      const { pages, sources } = await read(kit)
      expect(pages.map(({ label, visitors }) => [label, visitors])).toEqual([
        ['/last', 3],
        ['/', 2],
      ])
      expect(sources.map(({ label, visitors }) => [label, visitors])).toEqual([
        ['/last', 3],
        ['ads', 1],
      ])
    })

    test('each day lists names of its own', async () => {
      const kit = await open()
      await almostFull(kit, { pages: 0, sources: 0 })
      const { visits } = kit.doorkit.record(kit.workspace.id)
      await visits.start({ page_url: `${site}/new`, source: 'new' })
      kit.clock.advance(day)
      const visit = await visits.start({ page_url: `${site}/new`, source: 'new' })
      await visits.chatOpened(visit)
      const { pages, sources } = await read(kit)
      expect(pages.find(({ label }) => label === '/new')).toMatchObject({
        visitors: 1,
        chats_opened: 1,
      })
      expect(sources.find(({ label }) => label === 'new')?.visitors).toBe(1)
      expect(await countRows(kit.store, analyticsDays.plan.name)).toBe(2)
    })

    test('of many new ones at once as many as there is room for are listed', async () => {
      const kit = await open()
      await almostFull(kit, { pages: 5, sources: 3 })
      const servers = [
        kit.doorkit,
        createDoorkit({ store: kit.store, clock: kit.clock, random: () => 0 }),
      ]
      await Promise.all(
        Array.from({ length: 24 }, (_, place) => {
          const { visits } = (servers[place % 2] ?? kit.doorkit).record(kit.workspace.id)
          const name = Math.floor(place / 2)
          return visits.start({ page_url: `${site}/${name}`, source: `s${name}` })
        }),
      )
      const { pages, sources } = await read(kit)
      const added = [...pages, ...sources].filter(({ label }) => label !== '/' && label !== 'ads')
      expect(added.map(({ visitors }) => visitors)).toEqual(Array(5 + 3).fill(2))
      const [counts] = await analyticsDays.list(kit.store, {
        index: 'analytics_days_age',
        where: [],
        dir: 'asc',
        limit: 2,
      })
      expect(counts?.keys).toMatchObject(namesPerDay)
    })

    test('a name that two list at once is listed once', async () => {
      const lists = (ops: readonly WriteOp[]) => ops.some((op) => op.in === 'analytics_names')
      const { store, held, release } = heldStore(openStore(), lists, 2)
      const kit = await createKit({ store })
      const { visits } = kit.doorkit.record(kit.workspace.id)
      const both = [1, 2].map(() => visits.start({ page_url: `${site}/`, source: 'ads' }))
      await held
      release()
      await Promise.all(both)
      const [counts] = await analyticsDays.list(store, {
        index: 'analytics_days_age',
        where: [],
        dir: 'asc',
        limit: 2,
      })
      expect(counts?.keys).toMatchObject({ pages: 1, sources: 1 })
      expect((await read(kit)).pages).toMatchObject([{ label: '/', visitors: 2 }])
    })

    test('query, fragment and the end of a long path make no page', async () => {
      const kit = await open()
      const { visits } = kit.doorkit.record(kit.workspace.id)
      const long = `/${'long/'.repeat(120)}`
      const encoded = `/${'%C3%A4'.repeat(90)}`
      for (const end of ['', '?a=1', '?b=2#c', '#d']) {
        await visits.start({ page_url: `${site}/pricing${end}` })
      }
      for (const end of ['1', '2?x=3']) await visits.start({ page_url: `${site}${long}${end}` })
      await visits.start({ page_url: `${site}${encoded}` })
      const { pages } = await read(kit)
      expect(pages.map(({ label, visitors }) => [label, visitors])).toEqual([
        ['/pricing', 4],
        [long.slice(0, 500), 2],
        [`/${'%C3%A4'.repeat(83)}`, 1],
      ])
      for (const { label, visitors } of pages) {
        const page = label === '/pricing' ? '/pricing?c=3' : label
        expect(totalOf(await read(kit, `?${new URLSearchParams({ page })}`))).toBe(visitors)
      }
      expect(totalOf(await read(kit, `?${new URLSearchParams({ page: `${long}9` })}`))).toBe(2)
    })
  })

  describe('Analytics: what is kept', () => {
    test.each(['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'])(
      'the worker forgets nothing that the longest range shows in %s',
      async (timezone) => {
        const clock = manualClock(Date.UTC(2026, 0, 1))
        const store = openStore()
        const doorkit = createDoorkit({ store, clock, quietMs: 400 * day })
        const workspace = await doorkit.workspaces.create({
          name: 'Acme',
          website: site,
          timezone,
        })
        const key = await doorkit.keys.create({
          workspace: workspace.id,
          name: 'Test',
          access: 'read_only',
        })
        const kit: Kit = { doorkit, clock, store, workspace, key }
        const record = doorkit.record(workspace.id)
        for (let hours = 0; hours < 26; hours++) {
          await record.visits.start({ page_url: `${site}/` })
          clock.advance(3_600_000)
        }
        const previous = async () =>
          (await read(kit, '?range=90d')).headline.map((metric) => metric.previous)[0]
        clock.advance(178 * day)
        let seen = 0
        for (let hours = 0; hours < 72; hours++) {
          const before = await previous()
          await doorkit.worker.tick()
          expect(await previous()).toBe(before)
          seen += before ?? 0
          clock.advance(3_600_000)
        }
        expect(seen).toBeGreaterThan(0)
        expect(await previous()).toBe(0)
      },
    )

    test('a visit is known for 181 days and no moment longer, swept or not', async () => {
      const kit = await open()
      const { visits } = kit.doorkit.record(kit.workspace.id)
      const start = (visitor: string) => visits.start({ page_url: `${site}/`, visitor })
      const returning = async () => (await read(kit)).returning[1]?.count
      const visit = await start('ada')
      await start('eve')
      kit.clock.advance(181 * day)
      await kit.doorkit.worker.tick()
      await visits.chatOpened(visit)
      await start('ada')
      expect(await returning()).toBe(1)
      kit.clock.advance(1)
      await expect(visits.chatOpened(visit)).rejects.toMatchObject({ code: 'not_found' })
      await start('eve')
      expect(await returning()).toBe(1)
      await start('eve')
      expect(await returning()).toBe(2)
    })

    test('the worker forgets visits, counts, names and results of links in the end', async () => {
      const kit = await open()
      const call = caller(kit)
      const greeting = { name: 'Spring', text: 'Hi!' }
      const { id } = (await call('POST', '/link_greetings', { body: greeting })).json
      const body = { name: 'News', page: '/pricing', greeting: id }
      const link = (await call('POST', '/personal_links', { body })).json.id
      const record = kit.doorkit.record(kit.workspace.id)
      const visit = await record.visits.start({ page_url: `${site}/`, link })
      const conversation = await record.conversations.start({ visit })
      await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
      await record.conversations.grade(conversation, evaluation)
      const collections = [visits, rollups, labelCounts, analyticsDays, analyticsNames, linkDays]
      const rows = async () => {
        await kit.doorkit.worker.tick()
        return Promise.all(collections.map(({ plan }) => countRows(kit.store, plan.name)))
      }
      expect(await rows()).toEqual([1, 8, 16, 1, 2, 1])
      kit.clock.advance(29 * day)
      expect((await rows()).at(-1)).toBe(1)
      kit.clock.advance(day)
      expect((await rows()).at(-1)).toBe(0)
      kit.clock.advance(151 * day)
      expect((await rows()).at(0)).toBe(1)
      kit.clock.advance(2 * day)
      expect(await rows()).toEqual([0, 0, 0, 0, 0, 0])
      expect((await call('GET', `/conversations/${conversation}`)).status).toBe(200)
    })
  })
})

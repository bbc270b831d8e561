import type { WriteOp } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { analyticsDays, analyticsNames, namesPerDay } from '../../src/collections/analytics-day.ts'
import { dailyCounts } from '../../src/collections/daily-counts.ts'
import { createDoorkit } from '../../src/index.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { heldStore } from '../support/held-store.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'
import { countRows, read, site, totalOf } from './read-analytics.ts'

const day = 86_400_000

/** Starts a visit on the first day, and leaves room on that day for this many other pages and sources. */
async function fillFirstDay(kit: Kit, room: { pages: number; sources: number }) {
  await kit.doorkit.record(kit.workspace.id).visits.start({ page_url: `${site}/`, source: 'ads' })
  const id = '20261012'
  const set = {
    pages: namesPerDay.pages - room.pages,
    sources: namesPerDay.sources - room.sources,
  }
  const result = await kit.store.commit([analyticsDays.patch(kit.workspace.id, id, { set })])
  expect(result.ok).toBe(true)
}

overMemory((openStore) => {
  const open = () => createKit({ store: openStore() })

  describe('Analytics: names that visitors choose', () => {
    test('a day lists the first 500 paths; the others count in every total', async () => {
      const kit = await open()
      const { visits } = kit.doorkit.record(kit.workspace.id)
      for (let page = 0; page < 510; page++) {
        await visits.start({ page_url: `${site}/p${page}`, source: 'ads', device: 'mobile' })
      }
      // Each page has four rows: its own, one with its source, one with its device, and one with both.
      // The 501st page stands for all paths that the day does not list. All pages together have four more.
      expect(await countRows(kit.store, dailyCounts.plan.name)).toBe(501 * 4 + 4)
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

    test('names beyond the limit are neither listed nor found, but count in every total', async () => {
      const kit = await open()
      await fillFirstDay(kit, { pages: 0, sources: 0 })
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

    test('a page or source that a day lists keeps counting after the day is full', async () => {
      const kit = await open()
      await fillFirstDay(kit, { pages: 1, sources: 1 })
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

    test('each day has its own list of names', async () => {
      const kit = await open()
      await fillFirstDay(kit, { pages: 0, sources: 0 })
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

    test('simultaneous new names are listed up to the limit', async () => {
      const kit = await open()
      await fillFirstDay(kit, { pages: 5, sources: 3 })
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
      expect(counts?.columns).toMatchObject(namesPerDay)
    })

    test('a name that two visits add at the same time is listed once', async () => {
      const addsName = (ops: readonly WriteOp[]) => ops.some((op) => op.in === 'analytics_names')
      const { store, held, release } = heldStore(openStore(), addsName, 2)
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
      expect(counts?.columns).toMatchObject({ pages: 1, sources: 1 })
      expect((await read(kit)).pages).toMatchObject([{ label: '/', visitors: 2 }])
    })

    test('the query, the fragment and the end of a long path do not make another page', async () => {
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
})

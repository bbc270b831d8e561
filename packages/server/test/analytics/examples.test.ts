import { Analytics, scopes } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { dailyCounts } from '../../src/collections/daily-counts.ts'
import { labelCounts } from '../../src/collections/label-count.ts'
import { createDoorkit, type DoorkitOptions } from '../../src/index.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

async function read(kit: Kit, query = ''): Promise<Analytics> {
  const { status, json } = await caller(kit)('GET', `/analytics${query}`)
  expect(status).toBe(200)
  return Analytics.parse(json)
}

function metricOf({ headline }: Analytics, metric: string) {
  return headline.find((one) => one.metric === metric)?.value
}

/** Records a visit with a conversation and its grade. */
async function visitSite(kit: Kit, page = 'https://acme.example/pricing') {
  const record = kit.doorkit.record(kit.workspace.id)
  const visit = await record.visits.start({ page_url: page, source: 'google', device: 'desktop' })
  const conversation = await record.conversations.start({ visit })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  await record.conversations.grade(conversation, evaluation)
  return { record, visit, conversation }
}

async function countRows(store: Store, collection: string): Promise<number> {
  const [row] = await store.aggregate({
    in: collection,
    where: [],
    measures: { rows: { op: 'count' } },
  })
  const { rows } = row?.values ?? {}
  return rows ?? 0
}

overMemory((openStore) => {
  const open = (options: Partial<DoorkitOptions> = {}) =>
    createKit({ ...options, store: openStore() })

  describe('Analytics: the rows that are read', () => {
    test('the number of summed rows does not grow with the number of conversations', async () => {
      const kit = await open()
      await visitSite(kit)
      const collections = [dailyCounts.plan.name, labelCounts.plan.name]
      const few = await Promise.all(collections.map((name) => countRows(kit.store, name)))
      for (let more = 0; more < 100; more++) await visitSite(kit)
      const many = await Promise.all(collections.map((name) => countRows(kit.store, name)))
      expect(metricOf(await read(kit), 'conversations')).toBe(101)
      expect(few).toEqual([8, 16])
      expect(many).toEqual(few)
    })

    test('a request lists or sums no rows except its API key and the counts', async () => {
      const asked: string[] = []
      const store = openStore()
      const kit = await createKit({ store })
      await visitSite(kit)
      const watched: Store = {
        ...store,
        list: (query) => {
          asked.push(query.in)
          return store.list(query)
        },
        aggregate: (query) => {
          asked.push(query.in)
          return store.aggregate(query)
        },
      }
      const { clock } = kit
      await read({ ...kit, doorkit: createDoorkit({ store: watched, clock, random: () => 0 }) })
      expect(new Set(asked)).toEqual(new Set(['keys', 'rollups', 'label_counts']))
    })
  })

  describe('Analytics: the answer', () => {
    test('a workspace without visits shows every day, and no averages', async () => {
      const analytics = await read(await open(), '?range=14d')
      expect(analytics.by_day).toHaveLength(14)
      expect(analytics.by_day.at(0)).toEqual({
        day: '2026-09-29',
        visitors: 0,
        leads: 0,
        meetings: 0,
      })
      expect(analytics.by_day.at(-1)?.day).toBe('2026-10-12')
      expect(analytics.headline.map(({ metric }) => metric)).toEqual([
        'visitors',
        'conversations',
        'leads',
        'meetings',
        'conversion_rate',
      ])
      expect(analytics).toMatchObject({
        range: '14d',
        window: {
          from: '2026-09-29T00:00:00.000Z',
          to: '2026-10-12T09:30:00.000Z',
          previous_from: '2026-09-15T00:00:00.000Z',
        },
        biggest_drop: null,
        pages: [],
        conversation_quality: {
          graded: 0,
          understood_rate: null,
          average_qualification: null,
          average_meeting_intent: null,
          needs_review: 0,
        },
      })
    })

    test('the default range is 30 days', async () => {
      const analytics = await read(await open())
      expect([analytics.range, analytics.by_day.length]).toEqual(['30d', 30])
    })

    test.each(['/pricing', 'https://acme.example/pricing', 'https://acme.example/pricing?a=1#b'])(
      'the page %s can be a filter',
      async (page) => {
        const kit = await open()
        await visitSite(kit)
        await visitSite(kit, 'https://acme.example/')
        const analytics = await read(kit, `?${new URLSearchParams({ page })}`)
        expect(analytics.filters.page).toBe(page)
        expect(analytics.pages.map(({ label, visitors }) => [label, visitors])).toEqual([
          ['/pricing', 1],
        ])
      },
    )

    test('a path that needs encoding can be a filter in encoded and decoded form', async () => {
      const kit = await open()
      await visitSite(kit, 'https://acme.example/prämie')
      for (const page of ['/prämie', '/pr%C3%A4mie']) {
        const analytics = await read(kit, `?${new URLSearchParams({ page })}`)
        expect(analytics.pages.map(({ label }) => label)).toEqual(['/pr%C3%A4mie'])
      }
    })

    test('the hundred pages with the most visitors are listed', async () => {
      const kit = await open()
      for (let page = 0; page < 120; page++) await visitSite(kit, `https://acme.example/${page}`)
      for (let page = 110; page < 120; page++) await visitSite(kit, `https://acme.example/${page}`)
      const { pages } = await read(kit)
      expect(pages).toHaveLength(100)
      expect(pages.slice(0, 10).map(({ visitors }) => visitors)).toEqual(Array(10).fill(2))
      expect(metricOf(await read(kit), 'visitors')).toBe(130)
    })

    test('a grade counts on the day of the grading', async () => {
      const kit = await open({ grader: { grade: () => ({ ...evaluation, understood: false }) } })
      const record = kit.doorkit.record(kit.workspace.id)
      const visit = await record.visits.start({ page_url: 'https://acme.example/' })
      const conversation = await record.conversations.start({ visit })
      await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
      kit.clock.advance(8 * 86_400_000)
      expect(await kit.doorkit.worker.tick()).toMatchObject({ graded: 1 })
      const week = await read(kit, '?range=7d')
      expect(week.conversation_quality).toEqual({
        graded: 1,
        understood_rate: 0,
        average_qualification: 62.5,
        average_meeting_intent: 4,
        needs_review: 1,
      })
      // The visit was before the range, so its page, source and device have no counts to show.
      expect([week.pages, week.sources, week.devices]).toEqual([[], [], []])
      expect(metricOf(week, 'conversations')).toBe(0)
      expect(metricOf(await read(kit, '?range=14d'), 'conversations')).toBe(1)
    })

    test('the visits of one workspace do not count in another', async () => {
      const kit = await open()
      await visitSite(kit)
      const other = await kit.doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const key = await kit.doorkit.keys.create({ workspace: other.id, name: 'B', scopes })
      expect(metricOf(await read({ ...kit, workspace: other, key }), 'visitors')).toBe(0)
    })
  })

  describe('Analytics: reports at the same time', () => {
    test('a stage that is reported many times at the same time counts once', async () => {
      const kit = await open()
      const { record, visit, conversation } = await visitSite(kit)
      const second = await record.conversations.start({ visit })
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          await record.visits.openingSeen(visit)
          await record.visits.chatOpened(visit)
          await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
          await record.conversations.message(second, { role: 'user', text: 'Hello again' })
        }),
      )
      expect((await read(kit)).pages).toEqual([
        {
          label: '/pricing',
          visitors: 1,
          openings_seen: 1,
          chats_opened: 1,
          conversations: 1,
          leads: 1,
          meetings: 0,
        },
      ])
    })

    test('two servers over one store count every visit once, even a repeated one', async () => {
      const kit = await open()
      const servers = [
        kit.doorkit,
        createDoorkit({ store: kit.store, clock: kit.clock, random: () => 0 }),
      ]
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          servers.map((server) =>
            server
              .record(kit.workspace.id)
              .visits.start({ page_url: 'https://acme.example/' }, { key: `visit ${place}` }),
          ),
        ).flat(),
      )
      expect(new Set(ids).size).toBe(20)
      expect(metricOf(await read(kit), 'visitors')).toBe(20)
    })
  })
})

describe('Analytics: the request', () => {
  test.each([
    ['range=8d', 'range'],
    ['range=', 'range'],
    ['device=tablet', 'device'],
    ['page=', 'page'],
    ['country=DE', 'country'],
  ])('%s is refused', async (query, param) => {
    const { status, json } = await caller(await createKit())('GET', `/analytics?${query}`)
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
  })

  test('an API key needs analytics:read', async () => {
    const kit = await createKit({ scopes: ['conversations:read'] })
    const { status, json } = await caller(kit)('GET', '/analytics')
    expect([status, json.code]).toEqual([403, 'insufficient_scope'])
  })
})

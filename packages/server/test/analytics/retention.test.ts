import { describe, expect, test } from 'vitest'
import { analyticsDays, analyticsNames } from '../../src/collections/analytics-day.ts'
import { dailyCounts } from '../../src/collections/daily-counts.ts'
import { labelCounts } from '../../src/collections/label-count.ts'
import { linkDays } from '../../src/collections/link-day.ts'
import { visits } from '../../src/collections/visit.ts'
import { createDoorkit, manualClock } from '../../src/index.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { caller, createKit, type Kit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'
import { countRows, read, site } from './read-analytics.ts'

const day = 86_400_000

overMemory((openStore) => {
  const open = () => createKit({ store: openStore() })

  describe('Analytics: retention', () => {
    test.each(['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'])(
      'the worker keeps the visitors that the longest range is compared with, in %s',
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

    test('a visit is found for exactly 181 days, whether or not the worker has swept', async () => {
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

    test('the worker removes old visits, counts, names and results of links', async () => {
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
      const collections = [
        visits,
        dailyCounts,
        labelCounts,
        analyticsDays,
        analyticsNames,
        linkDays,
      ]
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

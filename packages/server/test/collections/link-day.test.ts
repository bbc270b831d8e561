import type { Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { linkDayOps, linkDays, readLinkResults } from '../../src/collections/link-day.ts'
import { toDayNumber } from '../../src/values/local-days.ts'
import { testStart } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

const day = 86_400_000
const today = toDayNumber(testStart)
const midnight = today * day

const moment = { workspace: 'ws_1', link: 'lk_1', greeting: 'gr_1' as string | null, day: today }

describe('results of a personal link', () =>
  overMemory((open) => {
    async function setUp() {
      const store = open()
      await store.migrate(schemaPlan)
      return store
    }

    const count = (store: Store, ...[where, counts]: Parameters<typeof linkDayOps>) =>
      store.commit(linkDayOps(where, counts))

    const servicesOf = (store: Store, now = testStart) => ({
      store,
      workspace: { id: 'ws_1' },
      clock: { now: () => now },
    })

    const resultsOf = async (store: Store, of: 'link' | 'greeting', id: string, now = testStart) =>
      (await readLinkResults(servicesOf(store, now), of, [{ id }]))(id)

    test('are zero if nothing happened', async () => {
      const store = await setUp()
      const nothing = { days: 30, visits: 0, chats: 0, meetings: 0 }
      expect(await resultsOf(store, 'link', 'lk_1')).toEqual(nothing)
      expect((await readLinkResults(servicesOf(store), 'link', []))('lk_1')).toEqual(nothing)
    })

    test('add up the counts, in one row for each link, greeting and day', async () => {
      const store = await setUp()
      await count(store, moment, { visits: 1 })
      await count(store, moment, { visits: 1, chats: 1 })
      await count(store, moment, { meetings: 1 })
      await count(store, { ...moment, day: today + 1 }, { visits: 1 })
      await count(store, { ...moment, greeting: null }, { visits: 1 })
      const rows = await linkDays.list(store, {
        index: 'link_days_link',
        where: [],
        dir: 'asc',
        limit: 10,
      })
      expect(rows.map(({ columns }) => columns.visits).sort()).toEqual([1, 1, 2])
      expect(rows.map(({ columns }) => columns.day - today)).toEqual([0, 0, 1])
      const later = testStart + day
      expect(await resultsOf(store, 'link', 'lk_1', later)).toEqual({
        days: 30,
        visits: 4,
        chats: 1,
        meetings: 1,
      })
      expect(await resultsOf(store, 'greeting', 'gr_1', later)).toMatchObject({ visits: 3 })
    })

    test('count everything that happens at the same moment', async () => {
      const store = await setUp()
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, () => count(store, moment, { visits: 1 })),
      )
      expect(outcomes.every(({ ok }) => ok)).toBe(true)
      expect(await resultsOf(store, 'link', 'lk_1')).toMatchObject({ visits: 40 })
    })

    test('reach back 30 days, today included', async () => {
      const store = await setUp()
      await count(store, { ...moment, day: today - 29 }, { visits: 1 })
      await count(store, { ...moment, day: today - 30 }, { visits: 10 })
      expect(await resultsOf(store, 'link', 'lk_1')).toMatchObject({ visits: 1 })
      expect(await resultsOf(store, 'link', 'lk_1', midnight - 1)).toMatchObject({ visits: 11 })
      expect(await resultsOf(store, 'link', 'lk_1', midnight + day)).toMatchObject({ visits: 0 })
    })

    test('cover only the requested links of the workspace', async () => {
      const store = await setUp()
      await count(store, moment, { visits: 1 })
      await count(store, { ...moment, link: 'lk_2' }, { visits: 2 })
      await count(store, { ...moment, link: 'lk_3', greeting: 'gr_2' }, { visits: 4 })
      await count(store, { ...moment, workspace: 'ws_2', link: 'lk_4' }, { visits: 8 })
      const links = await readLinkResults(servicesOf(store), 'link', [
        { id: 'lk_1' },
        { id: 'lk_2' },
      ])
      expect(['lk_1', 'lk_2', 'lk_3'].map((id) => links(id).visits)).toEqual([1, 2, 0])
      expect(await resultsOf(store, 'greeting', 'gr_1')).toMatchObject({ visits: 3 })
      expect(await resultsOf(store, 'link', 'lk_4')).toMatchObject({ visits: 0 })
    })
  }))

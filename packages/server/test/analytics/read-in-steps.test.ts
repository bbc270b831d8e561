import type { Store, WriteOp } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { namesPerDay } from '../../src/collections/analytics-day.ts'
import { countedRows, countRowOps } from '../../src/collections/daily-counts.ts'
import { createDoorkit } from '../../src/index.ts'
import { createKit } from '../support/kit.ts'
import { countRows, read, totalOf } from './read-analytics.ts'

// The pages of these days have more rows than one query may read.
const days = 20
const names = Array.from({ length: namesPerDay.pages + 1 }, (_, at) => `/p${at}`)

/** Counts a visitor on each page of a day. */
function fillDay(workspace: string, date: number): WriteOp[] {
  const place = { source: 'ads', device: 'mobile', ai: false } as const
  const ofPage = (page: string) => countedRows(date, { ...place, page })
  const [first = ''] = names
  return [
    ...ofPage(first)
      .filter(({ filter }) => filter.page === undefined)
      .flatMap((row) => countRowOps(workspace, row, { visitors: names.length })),
    ...names
      .flatMap(ofPage)
      .filter(({ filter }) => filter.page !== undefined)
      .flatMap((row) => countRowOps(workspace, row, { visitors: 1 })),
  ]
}

test('no query reads more than 10,000 rows, however many names a day has', async () => {
  // SQLite counts these rows faster than the memory store does.
  const store = sqliteStore({ file: ':memory:' })
  onTestFinished(() => store.close())
  const kit = await createKit({ store })
  const counts: Promise<number>[] = []
  const aggregate: Store['aggregate'] = (query) => {
    counts.push(countRows(store, query.in, query.where))
    return store.aggregate(query)
  }
  const doorkit = createDoorkit({ store: { ...store, aggregate }, clock: kit.clock })
  for (let ago = 0; ago < days; ago++) {
    const date = 20261012 - ago - (ago >= 12 ? 70 : 0)
    await store.commit(fillDay(kit.workspace.id, date))
  }
  const analytics = await read({ ...kit, doorkit }, '?source=ads')
  expect(totalOf(analytics)).toBe(days * 501)
  expect(analytics.pages[0]?.visitors).toBe(days)
  const rows = await Promise.all(counts)
  expect(rows.length).toBeGreaterThan(5)
  expect(Math.max(...rows)).toBeLessThanOrEqual(10_000)
  // For each day, the queries read the row of the totals, one for each page, the row of the totals again
  // for the source, and one for the device.
  expect(rows.reduce((sum, row) => sum + row, 0)).toBe(days * (1 + 501 + 1 + 1))
})

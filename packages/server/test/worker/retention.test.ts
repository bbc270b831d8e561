import type { BulkQuery, Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { removeOldRows } from '../../src/worker/remove-old-rows.ts'

const day = 86_400_000

/** Finds the removals that the worker requests from a store that has more old rows of some collections. */
async function findRemovals(
  now: number,
  hasMore = (_collection: string) => true,
): Promise<readonly BulkQuery[]> {
  const queries: BulkQuery[] = []
  const store = {
    async deleteMany(query: BulkQuery) {
      queries.push(query)
      return { changed: query.limit, more: hasMore(query.in) }
    },
  } as unknown as Store
  await removeOldRows({ store }, now)
  return queries
}

describe('Limits: an old row', () => {
  test('is found through an index on its age', async () => {
    const queries = new Map((await findRemovals(0)).map((query) => [query.in, query]))
    for (const { in: name, where } of queries.values()) {
      const plan = schemaPlan.collections.find((collection) => collection.name === name)
      const first = plan?.indexes.map(({ on }) => on[0])
      expect(where.map(({ column, op }) => [column, op])).toEqual([[where[0]?.column, 'lt']])
      expect(first, name).toContain(where[0]?.column)
    }
    expect(queries.size).toBe(20)
  })

  test('is past the retention of its collection', async () => {
    const now = Date.UTC(2026, 9, 12, 9, 30)
    const age = Object.fromEntries(
      (await findRemovals(now)).map(({ in: name, where: [condition] }) => [name, condition]),
    )
    const before = (column: string, value: number) => ({ column, op: 'lt', value })
    const logFrom = before('created_at', now - 30 * day)
    expect(age).toEqual({
      idempotency: before('expires_at', now),
      answer_people: before('expires_at', now),
      keys: before('expires_at', now),
      webhook_deliveries: logFrom,
      events: logFrom,
      recordings: logFrom,
      requests: before('day', Date.UTC(2026, 8, 12) / day),
      experiment_viewers: before('seen_at', now - 90 * day),
      visits: before('started_at', now - 181 * day),
      usage_days: before('day', 20250907),
      console_sessions: before('expires_at', now),
      answer_chunks: before('created_at', now - 5 * 60_000),
      conversation_deletions: before('deleted_at', now - 10 * 60_000),
      site_visitors: before('seen_at', now - 31 * day),
      rollups: before('day', 20260415),
      label_counts: before('day', 20260415),
      analytics_days: before('day', 20260415),
      analytics_names: before('day', 20260415),
      link_days: before('day', Date.UTC(2026, 8, 13) / day),
      link_people: before('day', Date.UTC(2026, 8, 13) / day),
    })
  })

  test('is removed in batches of at most 100 rows, and at most 1,000 batches of a collection in one sweep', async () => {
    const queries = await findRemovals(0)
    expect(Math.max(...queries.map(({ limit }) => limit))).toBeLessThanOrEqual(100)
    expect(queries).toHaveLength(20 * 1_000)
  })

  test('is looked for again only in a collection that has more of them', async () => {
    const searched = (await findRemovals(0, (name) => name === 'events')).map((query) => query.in)
    expect(searched.filter((name) => name === 'events')).toHaveLength(1_000)
    expect(new Set(searched).size).toBe(20)
    expect(searched).toHaveLength(1_000 + 19)
  })
})

import { describe, expect, test } from 'vitest'
import { schemaPlan } from '../../src/records/plan.ts'
import type { BulkQuery, Store } from '../../src/store/index.ts'
import { forgetOld } from '../../src/webhooks/forget-old.ts'

/** Collections whose rows stay until somebody deletes them, or are a fixed few of each workspace. */
const kept = [
  'appearances',
  'bookings',
  'chat_buttons',
  'chat_sessions',
  'contacts',
  'conversation_namings',
  'conversations',
  // One for each month with a chat session.
  'counters',
  'erasures',
  'experiment_arms',
  'experiments',
  'keys',
  'knowledge_chunks',
  'knowledge_documents',
  'knowledge_sources',
  'link_greetings',
  'meetings',
  'messages',
  'personal_links',
  'settings',
  'webhook_endpoints',
  'workspaces',
]

/** What the worker asks a store to remove, from one that always has more of it. */
async function queriesOf(now: number): Promise<readonly BulkQuery[]> {
  const queries: BulkQuery[] = []
  const store = {
    async deleteMany(query: BulkQuery) {
      queries.push(query)
      return { changed: query.limit, more: true }
    },
  } as unknown as Store
  await forgetOld({ store }, now)
  return queries
}

describe('Limits: what the worker forgets', () => {
  test('is every collection that grows by itself', async () => {
    const forgotten = new Set((await queriesOf(0)).map((query) => query.in))
    const all = schemaPlan.collections.map(({ name }) => name)
    expect([...forgotten, ...kept].sort()).toEqual([...all].sort())
  })

  test('is found by an index of age', async () => {
    const queries = new Map((await queriesOf(0)).map((query) => [query.in, query]))
    for (const { in: name, where } of queries.values()) {
      const plan = schemaPlan.collections.find((collection) => collection.name === name)
      const first = plan?.indexes.map(({ on }) => on[0])
      expect(where.map(({ key, op }) => [key, op])).toEqual([[where[0]?.key, 'lt']])
      expect(first, name).toContain(where[0]?.key)
    }
    expect(queries.size).toBe(12)
  })

  test('goes in bounded steps: a mass of it is removed pass by pass', async () => {
    const queries = await queriesOf(0)
    expect(Math.max(...queries.map(({ limit }) => limit))).toBeLessThanOrEqual(1_000)
    expect(queries).toHaveLength(12 * 100)
  })
})

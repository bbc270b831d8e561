import assert from 'node:assert/strict'
import type { ConsumeQuery } from '@doorkit/store'
import { casesOver, type StoreCase } from '../store-case.ts'

const query: ConsumeQuery = { key: 'k', limit: 3, windowMs: 1_000, now: 5_000, points: 1 }

const onWindows = casesOver(async ({ store }) => {
  await store.migrate({ collections: [] })
  return store
})

/** The method `consume`, over fixed windows that start at their first use. */
export const windows: readonly StoreCase[] = [
  onWindows(
    'exactly 10 of 100 parallel consume calls are allowed if the limit is 10',
    async (store) => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => store.consume({ ...query, limit: 10 })),
      )
      const allowed = answers.filter((answer) => answer.allowed)
      assert.equal(allowed.length, 10)
      const counts = allowed.map((answer) => answer.count).sort((left, right) => left - right)
      assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      for (const answer of answers) {
        assert.equal(answer.resetAt, 6_000)
        if (!answer.allowed) assert.equal(answer.count, 10)
      }
    },
  ),
  onWindows('a window starts at its first use and ends windowMs later', async (store) => {
    assert.deepEqual(await store.consume(query), { allowed: true, count: 1, resetAt: 6_000 })
    const second = await store.consume({ ...query, now: 5_900 })
    assert.deepEqual(second, { allowed: true, count: 2, resetAt: 6_000 })
    const last = await store.consume({ ...query, now: 5_999 })
    assert.deepEqual(last, { allowed: true, count: 3, resetAt: 6_000 })
    const refused = await store.consume({ ...query, now: 5_999 })
    assert.deepEqual(refused, { allowed: false, count: 3, resetAt: 6_000 })
    const next = await store.consume({ ...query, now: 6_000 })
    assert.deepEqual(next, { allowed: true, count: 1, resetAt: 7_000 })
  }),
  onWindows('a window that ends more than two window lengths from now is over', async (store) => {
    await store.consume({ ...query, points: 3 })
    const full = await store.consume({ ...query, now: 4_000 })
    assert.deepEqual(full, { allowed: false, count: 3, resetAt: 6_000 })
    const look = await store.consume({ ...query, now: 3_999, points: 0 })
    assert.deepEqual(look, { allowed: true, count: 0, resetAt: 4_999 })
    const next = await store.consume({ ...query, now: 3_999 })
    assert.deepEqual(next, { allowed: true, count: 1, resetAt: 4_999 })
  }),
  onWindows('consume with 0 points only reads, and opens no window', async (store) => {
    const look = { ...query, points: 0 }
    assert.deepEqual(await store.consume(look), { allowed: true, count: 0, resetAt: 6_000 })
    const later = await store.consume({ ...look, now: 5_500 })
    assert.deepEqual(later, { allowed: true, count: 0, resetAt: 6_500 })
    await store.consume({ ...query, now: 5_600, points: 3 })
    const full = await store.consume({ ...look, now: 5_700 })
    assert.deepEqual(full, { allowed: true, count: 3, resetAt: 6_600 })
    const over = await store.consume({ ...look, now: 6_600 })
    assert.deepEqual(over, { allowed: true, count: 0, resetAt: 7_600 })
  }),
  onWindows('consume takes all of its points or none', async (store) => {
    const tooMany = await store.consume({ ...query, points: 4 })
    assert.deepEqual(tooMany, { allowed: false, count: 0, resetAt: 6_000 })
    const two = await store.consume({ ...query, now: 5_100, points: 2 })
    assert.deepEqual(two, { allowed: true, count: 2, resetAt: 6_100 })
    const twoMore = await store.consume({ ...query, now: 5_200, points: 2 })
    assert.deepEqual(twoMore, { allowed: false, count: 2, resetAt: 6_100 })
    const one = await store.consume({ ...query, now: 5_300, points: 1 })
    assert.deepEqual(one, { allowed: true, count: 3, resetAt: 6_100 })
    const inNext = await store.consume({ ...query, now: 6_100, points: 4 })
    assert.deepEqual(inNext, { allowed: false, count: 0, resetAt: 7_100 })
  }),
  onWindows('points are returned only to the window that they were taken from', async (store) => {
    await store.consume({ ...query, points: 3 })
    const back = { ...query, now: 5_500, points: -2, resetAt: 6_000 }
    assert.deepEqual(await store.consume(back), { allowed: true, count: 1, resetAt: 6_000 })
    const tooMany = await store.consume(back)
    assert.deepEqual(tooMany, { allowed: false, count: 1, resetAt: 6_000 })
    const again = await store.consume({ ...query, now: 5_600, points: 2 })
    assert.deepEqual(again, { allowed: true, count: 3, resetAt: 6_000 })
    const ended = await store.consume({ ...back, now: 6_000 })
    assert.deepEqual(ended, { allowed: false, count: 0, resetAt: 7_000 })
    await store.consume({ ...query, now: 6_200, points: 3 })
    const late = await store.consume({ ...back, now: 6_300 })
    assert.deepEqual(late, { allowed: false, count: 3, resetAt: 7_200 })
  }),
  onWindows('similar keys never share a window', async (store) => {
    const keys = ['k', 'K', 'k ', '', "k'", 'k\u0000', 'k\u0000x', 'ḱ', 'k\ud800', 'k\ufffd']
    for (const key of keys) {
      const answer = await store.consume({ ...query, key, limit: 1 })
      assert.deepEqual(answer, { allowed: true, count: 1, resetAt: 6_000 }, JSON.stringify(key))
    }
  }),
  onWindows('thousands of ended windows do not affect an open one', async (store) => {
    const long = { ...query, key: 'open', windowMs: 1_000_000 }
    await store.consume(long)
    for (let at = 0; at < 2_500; at += 1) {
      const answer = await store.consume({
        ...query,
        key: `k${at}`,
        now: 5_000 + at,
        windowMs: 1,
      })
      assert.equal(answer.allowed, true)
    }
    const open = await store.consume({ ...long, now: 8_000, points: 0 })
    assert.deepEqual(open, { allowed: true, count: 1, resetAt: 1_005_000 })
  }),
]

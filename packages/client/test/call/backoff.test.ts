import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs } from '../../src/call/backoff.ts'

const attempts = fc.integer({ min: 1, max: 2_000 })
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the wait before the next attempt', () => {
  test('is between 0 and a bound that doubles from 250 ms up to 8 s', () => {
    fc.assert(
      fc.property(attempts, chance, (attempt, random) => {
        const waitMs = backoffMs(attempt, () => random)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(Math.min(8_000, 250 * 2 ** (attempt - 1)))
      }),
    )
    expect([1, 2, 3, 6, 7].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      250, 500, 1_000, 8_000, 8_000,
    ])
  })

  test('is spread over its whole range', () => {
    const waits = Array.from({ length: 2_000 }, () => backoffMs(1, Math.random))
    for (const quarter of [0, 1, 2, 3]) {
      const within = waits.filter((waitMs) => Math.floor(waitMs / 62.5) === quarter)
      expect(within.length).toBeGreaterThan(350)
    }
  })
})

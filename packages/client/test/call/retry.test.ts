import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRetryAfterMs } from '../../src/answer/retry-after.ts'
import { backoffMs, createRetryBudget, refillBySuccess } from '../../src/call/retry.ts'

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

describe('the retry budget', () => {
  test('gives 20 at once, then one a second', () => {
    let now = 0
    const spendRetries = createRetryBudget({ now: () => now })
    const takeAll = () => {
      let taken = 0
      while (spendRetries(1)) taken++
      return taken
    }
    expect(takeAll()).toBe(20)
    now += 5_000
    expect(takeAll()).toBe(5)
    now += 3_600_000
    expect(takeAll()).toBe(20)
  })

  test('never gives more retries than it holds and earns', () => {
    const steps = fc.array(fc.constantFrom('take', 'succeeded', 'second'), { maxLength: 400 })
    fc.assert(
      fc.property(steps, (sequence) => {
        let now = 0
        const spendRetries = createRetryBudget({ now: () => now })
        let taken = 0
        let earned = 20
        for (const step of sequence) {
          if (step === 'take') taken += Number(spendRetries(1))
          else if (step === 'succeeded') {
            spendRetries(-refillBySuccess)
            earned += 0.1
          } else {
            now += 1_000
            earned += 1
          }
          expect(taken).toBeLessThanOrEqual(earned + 1e-9)
        }
      }),
    )
  })
})

test('Retry-After is never negative and never shorter than the server asked for', () => {
  const tenYearsMs = 315_360_000_000
  const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  fc.assert(
    fc.property(time, time, fc.nat(), (until, answered, now) => {
      const headers = new Headers({
        'retry-after': until.toUTCString(),
        date: answered.toUTCString(),
      })
      const seconds = (date: Date) => Math.floor(date.getTime() / 1_000)
      const askedMs = (from: number) => {
        const milliseconds = seconds(until) * 1_000 - from
        return Math.min(Math.max(0, milliseconds), tenYearsMs)
      }
      expect(readRetryAfterMs(headers, now)).toBe(askedMs(seconds(answered) * 1_000))
      headers.delete('date')
      expect(readRetryAfterMs(headers, now)).toBe(askedMs(now))
    }),
  )
  expect(readRetryAfterMs(new Headers(), 0)).toBeUndefined()
  expect(readRetryAfterMs(new Headers({ 'retry-after': '1.5' }), 0)).toBe(1_500)
})

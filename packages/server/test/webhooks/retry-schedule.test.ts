import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptOutcome } from '../../src/ports/webhook-sender.ts'
import { nextAttemptAt, succeeded } from '../../src/webhooks/retry-schedule.ts'

const outcome = (status: number | null, retryAfterMs: number | null = null): AttemptOutcome => ({
  status,
  error: null,
  response: null,
  durationMs: 1,
  retryAfterMs,
})

const seconds = [30, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 108_000]

test('each interval stays within 10 % of its length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (made, random) => {
        const length = (seconds[made - 1] ?? 0) * 1_000
        const wait = (nextAttemptAt(made, outcome(500), 0, random) ?? 0) / length
        expect(wait).toBeGreaterThanOrEqual(0.9)
        expect(wait).toBeLessThanOrEqual(1.1)
      },
    ),
  )
})

test('the ninth attempt is the last', () => {
  expect(nextAttemptAt(8, outcome(500), 0, 0.5)).not.toBeNull()
  expect(nextAttemptAt(9, outcome(500), 0, 0.5)).toBeNull()
  expect(nextAttemptAt(9, outcome(429, 60_000), 0, 0.5)).toBeNull()
})

test('Retry-After with 429 never shortens an interval and lengthens it to at most a day, and with 500 is ignored', () => {
  const day = 86_400_000
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(10 * day), (made, asked) => {
      const own = nextAttemptAt(made, outcome(429), 0, 0.5) ?? 0
      const wait = nextAttemptAt(made, outcome(429, asked), 0, 0.5) ?? 0
      expect(wait).toBe(Math.max(own, Math.min(asked, day)))
      expect(nextAttemptAt(made, outcome(500, asked), 0, 0.5)).toBe(own)
    }),
  )
})

test('any 2xx is a success, and nothing else', () => {
  const successes = [200, 201, 204, 299]
  const failures = [null, 100, 199, 300, 304, 404, 410, 500]
  expect(successes.every((status) => succeeded(outcome(status)))).toBe(true)
  expect(failures.some((status) => succeeded(outcome(status)))).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRateLimit } from '../../src/answer/rate-limit.ts'
import { readRetryAfterMs } from '../../src/answer/retry-after.ts'
import { readRefusal } from '../../src/attempt/unusable-answer.ts'

/** Any text that a header can hold, except one with a tab. */
const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  .map((text) => text.replaceAll('\x7f', ''))

const hostile = fc.oneof(
  headerText,
  fc.constantFrom(
    ...['', ' ', '-1', '-0', '+5', '1e9', '1e400', 'Infinity', 'NaN', '0x10', '1,5', '1 2'],
    ...['9'.repeat(400), '00000007', '5;w=60', '7, 7;w=60', 'null', '[object Object]', '1.', '.5'],
    ...['Thu, 99 Foo 2026 99:99:99 GMT', 'Mon', 'May 5', '2026-01-01', '2026-01-01T00:00:00Z'],
  ),
  fc.integer().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
)

const now = fc.integer({ min: 0, max: 4_102_444_800_000 })

describe('Retry-After', () => {
  test('is undefined, or a wait that ends within the range of a date', () => {
    let waits = 0
    fc.assert(
      fc.property(hostile, hostile, hostile, now, (seconds, exact, date, nowMs) => {
        const headers = new Headers({ 'retry-after': seconds, 'retry-after-ms': exact, date })
        const waitMs = readRetryAfterMs(headers, nowMs)
        if (waitMs === undefined) return
        waits += 1
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(new Date(nowMs + waitMs).getTime()).not.toBeNaN()
        const error = readRefusal({ status: 429, headers, rateLimit: undefined }, '', nowMs, String)
        expect(error.retryAt?.getTime()).toBe(Math.trunc(nowMs + waitMs))
        expect(() => JSON.stringify(error)).not.toThrow()
      }),
      { numRuns: 2_000 },
    )
    expect(waits).toBeGreaterThan(500)
  })

  test('in seconds is exact, with or without a fraction', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), fc.nat({ max: 999 }), (seconds, thousandths) => {
        const text = `${seconds}.${String(thousandths).padStart(3, '0')}`
        const readMs = (value: string) => readRetryAfterMs(new Headers({ 'retry-after': value }), 0)
        expect(readMs(text)).toBeCloseTo(seconds * 1_000 + thousandths, 3)
        expect(readMs(String(seconds))).toBe(seconds * 1_000)
      }),
    )
  })

  test('means the same in all three ways to write a date', () => {
    const days = ['Sun', 'Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur']
    const time = fc.date({
      noInvalidDate: true,
      min: new Date('2026-01-02T00:00:00Z'),
      max: new Date('2035-12-01T00:00:00Z'),
    })
    fc.assert(
      fc.property(time, (until) => {
        const nowMs = Date.UTC(2026, 0, 1)
        const [weekday = '', day = '', month = '', year = '', clock = ''] = until
          .toUTCString()
          .split(/,? /)
        const ways = [
          until.toUTCString(),
          `${days[until.getUTCDay()]}day, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
          `${weekday} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`,
        ]
        const waits = ways.map((value) =>
          readRetryAfterMs(new Headers({ 'retry-after': value }), nowMs),
        )
        const expected = Math.floor(until.getTime() / 1_000) * 1_000 - nowMs
        expect(waits).toEqual([expected, expected, expected])
      }),
    )
  })
})

describe('the rate limit', () => {
  const count = fc.nat({ max: 1_000_000 })

  test('is read from every form of its headers', () => {
    fc.assert(
      fc.property(count, count, count, (limit, remaining, resetSeconds) => {
        const forms: Record<string, string>[] = [
          {
            'ratelimit-limit': `${limit}`,
            'ratelimit-remaining': `${remaining}`,
            'ratelimit-reset': `${resetSeconds}`,
          },
          {
            'x-ratelimit-limit': `${limit}`,
            'x-ratelimit-remaining': `${remaining}`,
            'x-ratelimit-reset': `${resetSeconds}`,
          },
          {
            'ratelimit-limit': `${limit}, ${limit};w=60`,
            'ratelimit-remaining': `${remaining}`,
            'ratelimit-reset': `${resetSeconds}`,
          },
          {
            ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
            'ratelimit-policy': `"default";q=${limit};w=60`,
          },
          { ratelimit: `limit=${limit}, remaining=${remaining}, reset=${resetSeconds}` },
        ]
        for (const form of forms) {
          expect(readRateLimit(new Headers(form))).toEqual({ limit, remaining, resetSeconds })
        }
      }),
    )
  })

  test('has only whole numbers or is missing, for any headers', () => {
    // Mostly numbers, of all sizes, since a limit needs all three.
    const value = fc.oneof({ weight: 5, arbitrary: fc.nat().map(String) }, hostile)
    const three = fc.tuple(value, value, value)
    const plainHeaders = fc
      .tuple(fc.constantFrom('', 'x-'), three)
      .map(([prefix, [limit, remaining, reset]]) => ({
        [`${prefix}ratelimit-limit`]: limit,
        [`${prefix}ratelimit-remaining`]: remaining,
        [`${prefix}ratelimit-reset`]: reset,
      }))
    const structuredHeaders = three.map(([limit, remaining, reset]) => ({
      ratelimit: `"default";r=${remaining};t=${reset}`,
      'ratelimit-policy': `"default";q=${limit};w=60`,
    }))
    let limits = 0
    fc.assert(
      fc.property(fc.oneof(plainHeaders, structuredHeaders), (headers) => {
        const rateLimit = readRateLimit(new Headers(headers))
        if (rateLimit === undefined) return
        limits += 1
        for (const number of Object.values(rateLimit)) {
          expect(Number.isSafeInteger(number)).toBe(true)
          expect(number).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(limits).toBeGreaterThan(500)
  })

  test('needs all three numbers', () => {
    const whole = { limit: '120', remaining: '9', reset: '30' }
    for (const missingName of Object.keys(whole)) {
      const headers = new Headers()
      for (const [name, value] of Object.entries(whole)) {
        if (name !== missingName) headers.set(`ratelimit-${name}`, value)
      }
      expect(readRateLimit(headers)).toBeUndefined()
    }
  })
})

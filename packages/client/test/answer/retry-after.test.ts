import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRetryAfterMs } from '../../src/answer/retry-after.ts'

const nowMs = Date.UTC(2026, 0, 1)

test("the wait until a date is measured from the server's Date header, even if that header is the epoch", () => {
  const headers = new Headers({
    date: 'Thu, 01 Jan 1970 00:00:00 GMT',
    'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT',
  })
  expect(readRetryAfterMs(headers, nowMs)).toBe(10_000)
})

test.each([
  'Thu, 01 Jan 2026 00:00:10 GMT',
  'Thursday, 01-Jan-26 00:00:10 GMT',
  'Thu Jan  1 00:00:10 2026',
])('%j is a date in one of the three formats of HTTP', (value) => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': value }), nowMs)).toBe(10_000)
})

test.each([
  'after Thu, 01 Jan 2026 00:00:10 GMT',
  'Thu, 01 Jan 2026 00:00:10 GMT or later',
  'soon',
])('%j is not a date, and does not request a wait', (value) => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': value }), nowMs)).toBeUndefined()
})

test("the wait is the time from the server's date to the requested date, at least zero and at most ten years", () => {
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

import { expect, test } from 'vitest'
import { readRetryAfterMs } from '../../src/answer/retry-after.ts'

const nowMs = Date.UTC(2026, 0, 1)

test("a date counts from the server's own clock, even one at the epoch", () => {
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
])('%j is a date in one of the three ways of HTTP', (value) => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': value }), nowMs)).toBe(10_000)
})

test.each([
  'after Thu, 01 Jan 2026 00:00:10 GMT',
  'Thu, 01 Jan 2026 00:00:10 GMT or later',
  'soon',
])('%j is not a date, and asks for nothing', (value) => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': value }), nowMs)).toBeUndefined()
})

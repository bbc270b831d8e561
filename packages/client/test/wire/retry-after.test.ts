import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, refusal, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const ok = json({ id: 'ct_1', object: 'contact' })

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 2026 12:00:00 GMT'
  const later = 'Thu, 01 Jan 2026 12:00:07 GMT'
  const forms: [string, number, Record<string, string>][] = [
    ['in seconds', 7_000, { 'retry-after': '7' }],
    ['next to one in milliseconds', 7_000, { 'retry-after': '8', 'retry-after-ms': '7000' }],
    ['next to invalid milliseconds', 7_000, { 'retry-after': '7', 'retry-after-ms': '-' }],
    ['with a space after it', 7_000, { 'retry-after': '7 ' }],
    ['that occurs twice', 7_000, { 'retry-after': '7, 7' }],
    ['as a date, by the clock of the server', 7_000, { 'retry-after': later, date }],
    ['as a date that has passed', 0, { 'retry-after': date, date: later }],
    ['that is invalid', 0, { 'retry-after': 'soon' }],
    ['that is negative', 0, { 'retry-after': '-5' }],
  ]
  test.each(forms)(
    '%s delays the retry by %i ms and at most 250 ms more',
    async (_name, askedMs, headers) => {
      const clock = createTestClock()
      const server = await startServer(refusal(429, 'rate_limited', headers), ok)
      await clientOf(server, { clock }).contacts.get('ct_1')
      expect(clock.waits).toHaveLength(1)
      expect(clock.waits[0]).toBeGreaterThanOrEqual(askedMs)
      expect(clock.waits[0]).toBeLessThanOrEqual(askedMs + 250)
    },
  )

  test('that is longer than the rest of the deadline ends the call immediately, and its error has the wait', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '91' }), ok)
    const error = await failureOf(clientOf(server, { clock }).contacts.get('ct_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 91_000, attempts: 1 })
    expect((error as ApiError).retryAt).toEqual(new Date(clock.now() + 91_000))
    expect(JSON.parse(JSON.stringify(error)).retryAt).toBe('2026-01-01T00:01:31.000Z')
    expect(clock.waits).toEqual([])
  })

  test('that fits into the deadline is waited for, and extended by at most half of the time that is left', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '1' }), ok)
    const options = { clock, deadline: 1_100, random: () => 0.999 }
    expect(await clientOf(server, options).contacts.get('ct_1')).toMatchObject({ id: 'ct_1' })
    expect(clock.waits).toHaveLength(1)
    expect(clock.waits[0]).toBeGreaterThanOrEqual(1_000)
    expect(clock.waits[0]).toBeLessThanOrEqual(1_050)
  })

  test('of zero uses the retry budget, so it causes no flood of requests', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '0' }))
    const client = clientOf(server, { clock, random: () => 0 })
    for (let call = 0; call < 60; call++) await failureOf(client.contacts.get('ct_1'))
    expect(server.seen.length).toBeLessThanOrEqual(60 + 21)
  })

  test('of an hour is waited for if the deadline allows it', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '3600' }), ok)
    await clientOf(server, { clock, deadline: 7_200_000 }).contacts.get('ct_1')
    expect(clock.waits[0]).toBeGreaterThanOrEqual(3_600_000)
  })
})

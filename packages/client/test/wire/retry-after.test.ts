import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, refusal, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const ok = json({ id: 'ct_1', object: 'contact' })

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 2026 12:00:00 GMT'
  const later = 'Thu, 01 Jan 2026 12:00:07 GMT'
  const forms: [string, Record<string, string>, number][] = [
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['next to one in milliseconds', { 'retry-after': '8', 'retry-after-ms': '7000' }, 7_000],
    ['next to invalid milliseconds', { 'retry-after': '7', 'retry-after-ms': '-' }, 7_000],
    ['with a space after it', { 'retry-after': '7 ' }, 7_000],
    ['that occurs twice', { 'retry-after': '7, 7' }, 7_000],
    ['as a date, by the clock of the server', { 'retry-after': later, date }, 7_000],
    ['as a date that has passed', { 'retry-after': date, date: later }, 0],
    ['that is invalid', { 'retry-after': 'soon' }, 0],
    ['that is negative', { 'retry-after': '-5' }, 0],
  ]
  test.each(forms)('%s', async (_name, headers, askedMs) => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', headers), ok)
    await clientOf(server, { clock }).contacts.get('ct_1')
    expect(clock.waits).toHaveLength(1)
    expect(clock.waits[0]).toBeGreaterThanOrEqual(askedMs)
    expect(clock.waits[0]).toBeLessThanOrEqual(askedMs + 250)
  })

  test('longer than the rest of the deadline fails immediately, and says how long', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '91' }), ok)
    const error = await failureOf(clientOf(server, { clock }).contacts.get('ct_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 91_000, attempts: 1 })
    expect((error as ApiError).retryAt).toEqual(new Date(clock.now() + 91_000))
    expect(JSON.parse(JSON.stringify(error)).retryAt).toBe('2026-01-01T00:01:31.000Z')
    expect(clock.waits).toEqual([])
  })

  test('that fits is waited for, however little time is left, and extended by less than half of the rest', async () => {
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

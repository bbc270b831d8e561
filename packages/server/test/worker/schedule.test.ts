import { limits } from '@doorkit/models'
import { expect, test } from 'vitest'
import { testStart } from '../support/kit.ts'
import { status } from '../support/receiver.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

const second = 1_000

/** Measures the times between attempts, in seconds, if every random number is `random`. */
async function measureIntervals(openStore: OpenStore, random: number): Promise<number[]> {
  const { kit, endpoint } = await createDeliveryKit({
    store: openStore(),
    answer: status(500),
    random: () => random,
  })
  await kit.say()
  await kit.settle()
  const times = [testStart + 3 * second]
  for (let attempt = 1; attempt < 9; attempt += 1) {
    const [delivery] = await kit.deliveries(endpoint)
    expect(delivery).toMatchObject({ status: 'retrying', attempts: attempt, last_status: 500 })
    const next = Date.parse(delivery.next_attempt_at)
    kit.clock.advance(next - kit.clock.now() - 1)
    expect((await kit.doorkit.worker.tick()).attempted).toBe(0)
    kit.clock.advance(1)
    expect((await kit.doorkit.worker.tick()).attempted).toBe(1)
    times.push(next)
  }
  const [delivery] = await kit.deliveries(endpoint)
  expect(delivery).toMatchObject({ status: 'failed', attempts: 9, next_attempt_at: null })
  expect((await kit.pass(100_000)).attempted).toBe(0)
  return times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / second)
}

overMemory((openStore) => {
  // docs/api.md#retries
  test('nine attempts are made, 71 h 35 min 30 s from the first to the last', async () => {
    const waits = await measureIntervals(openStore, 0.5)
    expect(waits).toEqual([30, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 108_000])
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(71 * 3_600 + 35 * 60 + 30)
  })

  // docs/api.md#retries
  test('each interval can be up to 10 % shorter or longer', async () => {
    expect(await measureIntervals(openStore, 0)).toEqual([
      27, 270, 1_620, 6_480, 16_200, 32_400, 77_760, 97_200,
    ])
    expect(await measureIntervals(openStore, 1)).toEqual([
      33, 330, 1_980, 7_920, 19_800, 39_600, 95_040, 118_800,
    ])
  })

  test.each([429, 503])('Retry-After with status %i lengthens the interval', async (code) => {
    const { kit, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(code, '', { 'Retry-After': '120' }),
    })
    await kit.say()
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    expect(Date.parse(delivery.next_attempt_at) - kit.clock.now()).toBe(120 * second)
  })

  // docs/api.md#retries
  test('Retry-After may be a date, is obeyed for at most 24 hours, and never shortens the interval', async () => {
    const day = limits.webhookRetryAfterSeconds
    const date = (seconds: number) =>
      new Date(testStart + 3 * second + seconds * second).toUTCString()
    const cases = [
      [date(600), 600],
      [date(-600), 30],
      [date(9 * day), day],
      ['120 ', 120],
      ['1', 30],
      ['0', 30],
      [String(9 * day), day],
      ['soon', 30],
      ['-5', 30],
      ['1e9', 30],
      ['', 30],
    ] as const
    for (const [header, wait] of cases) {
      const { kit, endpoint } = await createDeliveryKit({
        store: openStore(),
        answer: status(429, '', { 'Retry-After': header }),
      })
      await kit.say()
      await kit.settle()
      const [delivery] = await kit.deliveries(endpoint)
      const seconds = (Date.parse(delivery.next_attempt_at) - kit.clock.now()) / second
      expect.soft(seconds, header).toBe(wait)
    }
    expect(cases).toHaveLength(11)
  })

  test('Retry-After with another status is ignored', async () => {
    const { kit, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500, '', { 'Retry-After': '3600' }),
    })
    await kit.say()
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    expect(Date.parse(delivery.next_attempt_at) - kit.clock.now()).toBe(30 * second)
  })

  test('any 2xx is a success, and any other status is a failure that says why', async () => {
    const cases = [
      [200, 'delivered', null],
      [204, 'delivered', null],
      [299, 'delivered', null],
      [300, 'retrying', 'HTTP 300'],
      [301, 'retrying', 'HTTP 301'],
      [304, 'retrying', 'HTTP 304'],
      [400, 'retrying', 'HTTP 400'],
      [404, 'retrying', 'HTTP 404'],
      [503, 'retrying', 'HTTP 503'],
    ] as const
    for (const [code, outcome, error] of cases) {
      const { kit, endpoint } = await createDeliveryKit({
        store: openStore(),
        answer: status(code),
      })
      await kit.say()
      await kit.settle()
      const [delivery] = await kit.deliveries(endpoint)
      expect.soft(delivery).toMatchObject({ status: outcome, last_status: code, last_error: error })
    }
    expect(cases).toHaveLength(9)
  })

  test('a redirect is not followed', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: (response, number) =>
        response.writeHead(number === 0 ? 307 : 200, { Location: '/elsewhere' }).end(),
    })
    await kit.say()
    await kit.settle()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ last_status: 307 })
  })
})

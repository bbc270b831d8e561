import { describe, expect, test } from 'vitest'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { heldFetch } from '../support/manual-fetch.ts'
import { nextTick } from '../support/next-tick.ts'
import {
  budget,
  clientOf,
  json,
  page,
  type Reply,
  refusal,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

/** The reply of a server that counts requests as the API does, in windows of a minute, and its clock. */
function createCountingReply(limit: number) {
  const clock = createTestClock()
  let requestsLeft = limit
  let endsAt = 0
  const reply: Reply = (response, request) => {
    if (clock.now() >= endsAt) {
      requestsLeft = limit
      endsAt = clock.now() + 60_000
    }
    const reset = Math.ceil((endsAt - clock.now()) / 1_000)
    if (requestsLeft === 0) {
      const headers = { 'retry-after': String(reset), ...budget(0, reset, limit) }
      refusal(429, 'rate_limited', headers)(response, request)
    } else {
      json({}, 200, budget(--requestsLeft, reset, limit))(response, request)
    }
  }
  return { clock, reply }
}

const answerWith = (headers: Record<string, string>) => Response.json({}, { headers })

describe('waitForRateLimit', () => {
  test('waits for the next window instead of being refused', async () => {
    const { clock, reply } = createCountingReply(3)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true })
    for (let call = 0; call < 7; call++) {
      expect((await client.me.get().withMeta()).meta.attempts).toBe(1)
    }
    expect(server.seen).toHaveLength(7)
    expect(clock.waits).toEqual([60_000, 60_000])
    expect(clock.pending()).toBe(0)
  })

  test('waits until a window ends, even if that takes longer than the longest timer', async () => {
    const clock = createTestClock()
    const server = await startServer(json({}, 200, budget(0, 3_000_000)), json({}))
    const client = clientOf(server, { clock, waitForRateLimit: true })
    await client.me.get()
    await client.me.get()
    expect(clock.waits).toEqual([2 ** 31 - 1, 3_000_000_000 - (2 ** 31 - 1)])
  })

  test('gets no refusal when many calls are made at the same time', async () => {
    const { clock, reply } = createCountingReply(10)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true, deadline: 3_600_000 })
    await client.me.get()
    const calls = Array.from({ length: 60 }, () => client.me.get().withMeta())
    const attempts = (await Promise.all(calls)).map(({ meta }) => meta.attempts)
    expect(Math.max(...attempts)).toBe(1)
    expect(server.seen).toHaveLength(61)
  })

  test('sends as many requests as the current window has left, and then as many as the next window has', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { clock, waitForRateLimit: true })
    const firstCall = Promise.resolve(client.me.get())
    await network.arrived(1)
    network.open[0]?.answer(answerWith(budget(2, 30, 5)))
    await firstCall
    const calls = Promise.all(Array.from({ length: 9 }, () => client.me.get()))
    await nextTick()
    expect(network.open).toHaveLength(2)
    network.open[0]?.answer(answerWith(budget(1, 30, 5)))
    await nextTick()
    // The answer may not count the request in flight yet. So its last request is reserved for that one.
    expect(network.open).toHaveLength(1)
    network.open[0]?.answer(answerWith(budget(0, 30, 5)))
    await network.arrived(1)
    expect(clock.waits).toEqual([30_000])
    expect(network.open).toHaveLength(5)
    while (network.open.length > 0) network.open[0]?.answer(answerWith(budget(9, 60, 20)))
    await network.arrived(2)
    while (network.open.length > 0) network.open[0]?.answer(answerWith(budget(9, 60, 20)))
    await calls
    expect(clock.pending()).toBe(0)
  })

  test('waits for answers that say how many more requests may be sent, and leaves no timer', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const options = { clock, waitForRateLimit: true, queueTimeout: 50_000 }
    const client = clientOver(network.fetch, options)
    const firstCall = Promise.resolve(client.me.get())
    await network.arrived(1)
    network.open[0]?.answer(answerWith(budget(1, 30, 5)))
    await firstCall
    const calls = Promise.all([client.me.get(), client.me.get()])
    await network.arrived(1)
    network.open[0]?.answer(answerWith(budget(4, 60, 5)))
    await network.arrived(1)
    network.open[0]?.answer()
    await calls
    expect(network.paths).toHaveLength(3)
    expect(clock.pending()).toBe(0)
  })

  test('uses the lowest budget and the latest end of the answers of a window, because they may arrive out of order', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { clock, waitForRateLimit: true })
    const firstCalls = Promise.all([client.me.get(), client.me.get()])
    await network.arrived(2)
    network.open[1]?.answer(answerWith(budget(0, 30, 5)))
    await nextTick()
    network.open[0]?.answer(answerWith(budget(1, 31, 5)))
    await firstCalls
    const third = Promise.resolve(client.me.get())
    await network.arrived(1)
    expect(clock.waits).toEqual([31_000])
    network.open[0]?.answer(answerWith(budget(4, 60, 5)))
    await third
    const fourth = Promise.resolve(client.me.get())
    await nextTick()
    expect(clock.waits).toHaveLength(1)
    network.open[0]?.answer()
    await fourth
  })

  test('sends one request per window if the limit is 0', async () => {
    const network = heldFetch(() => answerWith(budget(0, 10, 0)))
    const clock = createTestClock()
    const client = clientOver(network.fetch, { clock, waitForRateLimit: true })
    for (let call = 0; call < 3; call++) {
      const pendingCall = Promise.resolve(client.me.get())
      await network.arrived(1)
      network.open[0]?.answer()
      await pendingCall
    }
    expect(clock.waits).toEqual([10_000, 10_000])
  })

  test('is off by default: a request over the budget is sent, and refused', async () => {
    const { clock, reply } = createCountingReply(2)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, maxRetries: 0 })
    await client.me.get()
    await client.me.get()
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'rate_limited', attempts: 1 })
  })

  test.each([59_999, 60_000])(
    'waits a minute with a deadline of %i ms, which starts after the wait',
    async (deadline) => {
      const { clock, reply } = createCountingReply(1)
      const server = await startServer(reply)
      const client = clientOf(server, { clock, waitForRateLimit: true })
      await client.me.get()
      expect((await client.me.get({ deadline }).withMeta()).meta.attempts).toBe(1)
      expect(clock.waits).toEqual([60_000])
    },
  )

  test('fails immediately, without a request, if the wait would be longer than queueTimeout', async () => {
    const { clock, reply } = createCountingReply(1)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true })
    await client.me.get()
    const failure = await failureOf(client.me.get({ queueTimeout: 59_999 }))
    expect(failure).toMatchObject({ code: 'queue_timeout', attempts: 0, retryable: true })
    expect(server.seen).toHaveLength(1)
    expect(clock.waits).toEqual([])
  })

  test('a call that is refused anyway goes back into the queue, as often as needed', async () => {
    const headers = { 'retry-after': '30', ...budget(0, 30) }
    const refused = refusal(429, 'rate_limited', headers)
    const server = await startServer(refused, refused, refused, refused, json({}))
    const clock = createTestClock()
    const client = clientOf(server, { clock, waitForRateLimit: true, deadline: 20_000 })
    expect((await client.me.get().withMeta()).meta.attempts).toBe(5)
    expect(clock.waits).toEqual([30_000, 30_000, 30_000, 30_000])
  })

  test('with maxConcurrent, many calls at the same time all succeed, even if the wait is longer than their deadline', async () => {
    const { clock, reply } = createCountingReply(20)
    const server = await startServer(reply)
    const options = { clock, waitForRateLimit: true, maxConcurrent: 8, deadline: 5_000 }
    const client = clientOf(server, options)
    const calls = Array.from({ length: 300 }, () => client.me.get().safe())
    const results = await Promise.all(calls)
    expect(results.filter(({ ok }) => ok)).toHaveLength(300)
    expect(server.seen).toHaveLength(300)
  })

  test('sends a refused call again before later calls', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { clock, waitForRateLimit: true, maxConcurrent: 1 })
    const calls = Promise.all([client.contacts.get('ct_1'), client.contacts.get('ct_2')])
    await network.arrived(1)
    const problem = { code: 'rate_limited', title: 'Rate limited', detail: 'Wait.' }
    const headers = { 'retry-after': '30', ...budget(0, 30) }
    network.open[0]?.answer(Response.json(problem, { status: 429, headers }))
    for (let count = 0; count < 2; count++) {
      await network.arrived(1)
      network.open[0]?.answer()
    }
    await calls
    expect(network.paths.map((path) => path.slice(-4))).toEqual(['ct_1', 'ct_1', 'ct_2'])
  })

  test('retries other failures as often as without waitForRateLimit, after the wait that the server asks for', async () => {
    const clock = createTestClock()
    const server = await startServer(page(503), json({}, 503, { 'retry-after': '5' }))
    const client = clientOf(server, { clock, waitForRateLimit: true, random: () => 0 })
    expect(await failureOf(client.me.get())).toMatchObject({ status: 503, attempts: 3 })
    expect(clock.waits).toEqual([0, 5_000])
  })

  test('can be set for one call', async () => {
    const { clock, reply } = createCountingReply(1)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, maxRetries: 0 })
    await client.me.get()
    await client.me.get({ waitForRateLimit: true })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'rate_limited' })
    expect(clock.waits).toEqual([60_000])
  })

  test('counts heavy requests separately', async () => {
    const clock = createTestClock()
    const server = await startServer(json({ object: 'privacy_export' }, 200, budget(0, 30)))
    const client = clientOf(server, { clock, waitForRateLimit: true })
    await client.privacy.export({ email: 'ada@example.com' })
    await client.me.get()
    expect(clock.waits).toEqual([])
    await client.privacy.export({ email: 'ada@example.com' })
    expect(clock.waits).toEqual([30_000])
  })

  test('obeys the Retry-After of a refusal without a budget', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { clock, waitForRateLimit: true, maxRetries: 0 })
    const firstCall = failureOf(client.me.get())
    await nextTick()
    const problem = { code: 'rate_limited', title: 'Rate limited', detail: 'Wait.' }
    network.open[0]?.answer(
      Response.json(problem, { status: 429, headers: { 'retry-after': '7' } }),
    )
    expect(await firstCall).toMatchObject({ code: 'rate_limited' })
    const secondCall = Promise.resolve(client.me.get())
    await network.arrived(1)
    expect(clock.waits).toEqual([7_000])
    network.open[0]?.answer()
    await secondCall
  })

  test.each([
    [5, 9, 9_000],
    [9, 5, 9_000],
  ])('waits for the later of reset (%i s) and Retry-After (%i s)', async (reset, after, waitMs) => {
    const headers = { 'retry-after': String(after), ...budget(0, reset) }
    const server = await startServer(refusal(429, 'rate_limited', headers), json({}))
    const clock = createTestClock()
    const client = clientOf(server, { clock, waitForRateLimit: true, maxRetries: 0 })
    await failureOf(client.me.get())
    await client.me.get()
    expect(clock.waits).toEqual([waitMs])
  })

  test('does not wait for a quota', async () => {
    const quota = refusal(429, 'quota_exceeded', { 'retry-after': '86400' })
    const server = await startServer(quota, json({}))
    const clock = createTestClock()
    const client = clientOf(server, { clock, waitForRateLimit: true, deadline: 100_000_000 })
    expect(await failureOf(client.chatSessions.create())).toMatchObject({ code: 'quota_exceeded' })
    await client.me.get()
    expect(clock.waits).toEqual([])
  })

  test('a signal ends the wait, and leaves no timer', async () => {
    const clock = createTestClock()
    const purposes: string[] = []
    const server = await startServer(json({}, 200, budget(0, 30)))
    const client = clientOf(server, {
      waitForRateLimit: true,
      clock: {
        ...clock,
        setTimeout(wake, delayMs, purpose) {
          purposes.push(purpose)
          return clock.setTimeout(wake, delayMs, 'limit')
        },
      },
    })
    await client.me.get()
    purposes.length = 0
    const controller = new AbortController()
    const waitingCall = failureOf(client.me.get({ signal: controller.signal }))
    await nextTick()
    expect(clock.pending()).toBe(1)
    expect(purposes).toEqual(['wait'])
    controller.abort()
    expect(await waitingCall).toMatchObject({ code: 'aborted', attempts: 0 })
    expect(clock.pending()).toBe(0)
    expect(server.seen).toHaveLength(1)
  })
})

import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createRequestQueue } from '../../src/call/request-queue.ts'
import { AbortedError, QueueTimeoutError } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { heldFetch } from '../support/manual-fetch.ts'
import { nextTick } from '../support/next-tick.ts'
import { clientOf, hang, json, page, refusal, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

describe('maxConcurrent', () => {
  test('limits the requests in flight, and sends the others in order', async () => {
    const network = heldFetch()
    const client = clientOver(network.fetch, { maxConcurrent: 2 })
    const ids = ['ct_1', 'ct_2', 'ct_3', 'ct_4', 'ct_5'] as const
    const finishedIds: string[] = []
    const calls = ids.map(async (id) => {
      await client.contacts.get(id)
      finishedIds.push(id)
    })
    while (finishedIds.length < ids.length) {
      await nextTick()
      expect(network.open.length).toBeLessThanOrEqual(2)
      network.open[0]?.answer()
    }
    await Promise.all(calls)
    expect(network.paths).toEqual(ids.map((id) => `/v1/contacts/${id}`))
    expect(network.mostOpen()).toBe(2)
  })

  test.each([false, true])(
    'sends heavy and other requests in the order of their calls (waitForRateLimit: %s)',
    async (waitForRateLimit) => {
      const network = heldFetch()
      const client = clientOver(network.fetch, { maxConcurrent: 1, waitForRateLimit })
      const calls = [
        client.contacts.get('ct_1'),
        client.privacy.export({ email: 'ada@example.com' }),
        client.contacts.get('ct_2'),
        client.privacy.export({ email: 'ada@example.com' }),
        client.privacy.export({ email: 'ada@example.com' }),
        client.contacts.get('ct_3'),
      ].map((call) => Promise.resolve(call))
      for (let count = 0; count < calls.length; count++) {
        await network.arrived(1)
        network.open[0]?.answer()
      }
      await Promise.all(calls)
      const kinds = network.paths.map((path) =>
        path.includes('exports') ? 'heavy' : path.slice(-4),
      )
      expect(kinds).toEqual(['ct_1', 'heavy', 'ct_2', 'heavy', 'heavy', 'ct_3'])
    },
  )

  test('works over a real server, even if attempts fail and are retried', async () => {
    let open = 0
    let mostOpen = 0
    let seen = 0
    const server = await startServer((response, request) => {
      mostOpen = Math.max(mostOpen, ++open)
      response.on('close', () => open--)
      const reply = seen++ % 3 === 0 ? page(503) : json({})
      setImmediate(() => reply(response, request))
    })
    const client = clientOf(server, { maxConcurrent: 3, maxRetries: 9, clock: createTestClock() })
    const results = await Promise.all(Array.from({ length: 20 }, () => client.me.get().safe()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(20)
    expect(mostOpen).toBeLessThanOrEqual(3)
    expect(mostOpen).toBeGreaterThan(1)
  })

  test('does not count a call that waits for its next attempt', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, {
      maxConcurrent: 1,
      // Waits last until the test ends them.
      clock: { ...clock, setTimeout: (wake, delayMs) => clock.setTimeout(wake, delayMs, 'limit') },
      random: () => 0.5,
    })
    const failingCall = client.contacts.get('ct_1').withMeta()
    const attemptCount = failingCall.then(({ meta }) => meta.attempts)
    await nextTick()
    const otherCall = Promise.resolve(client.contacts.get('ct_2'))
    await nextTick()
    expect(network.paths).toEqual(['/v1/contacts/ct_1'])
    network.open[0]?.answer(new Response('', { status: 503 }))
    await nextTick()
    expect(network.paths).toEqual(['/v1/contacts/ct_1', '/v1/contacts/ct_2'])
    network.open[0]?.answer()
    await otherCall
    clock.expire()
    await nextTick()
    network.open[0]?.answer()
    expect(await attemptCount).toBe(2)
  })

  test('stops counting a failed, a timed-out and an aborted request', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(404, 'not_found'), hang, hang, json({ id: 'ct_1' }))
    const client = clientOf(server, { maxConcurrent: 1, maxRetries: 0, clock })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'not_found' })
    const lateFailure = failureOf(client.me.get())
    await server.arrived(2)
    clock.expire()
    expect(await lateFailure).toMatchObject({ code: 'attempt_timeout' })
    const controller = new AbortController()
    const aborted = failureOf(client.me.get({ signal: controller.signal }))
    await server.arrived(3)
    controller.abort()
    expect(await aborted).toBeInstanceOf(AbortedError)
    expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
    expect(clock.pending()).toBe(0)
  })

  test('a signal ends the wait of a call in the queue, and its request is not sent', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { maxConcurrent: 1, clock })
    const firstCall = Promise.resolve(client.contacts.get('ct_1'))
    await nextTick()
    const controller = new AbortController()
    const reason = new Error('the user left')
    const { signal } = controller
    const waitingCall = failureOf(client.contacts.get('ct_2', { signal }))
    const last = Promise.resolve(client.contacts.get('ct_3'))
    await nextTick()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    controller.abort(reason)
    const error = await waitingCall
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ cause: reason, attempts: 0, history: [] })
    expect(getEventListeners(signal, 'abort')).toEqual([])
    network.open[0]?.answer()
    await firstCall
    await nextTick()
    network.open[0]?.answer()
    await last
    expect(network.paths).toEqual(['/v1/contacts/ct_1', '/v1/contacts/ct_3'])
    expect(clock.waits).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('a request that waits in the queue for longer than queueTimeout fails and is not sent', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    const client = clientOver(network.fetch, { maxConcurrent: 1, clock, timeout: 1_000 })
    const firstCall = failureOf(client.contacts.get('ct_1', { timeout: 80_000, maxRetries: 0 }))
    await nextTick()
    const waitingCall = failureOf(client.contacts.get('ct_2', { queueTimeout: 5_000 }))
    await nextTick()
    expect(clock.limits).toEqual([80_000, 5_000])
    clock.expire()
    expect(await firstCall).toMatchObject({ code: 'attempt_timeout' })
    const error = await waitingCall
    expect(error).toBeInstanceOf(QueueTimeoutError)
    expect(error).toMatchObject({ code: 'queue_timeout', attempts: 0, operation: 'contacts.get' })
    expect(network.paths).toEqual(['/v1/contacts/ct_1'])
    expect(clock.pending()).toBe(0)
  })

  test('a request that waited in the queue still has its whole deadline', async () => {
    const network = heldFetch()
    const clock = createTestClock()
    let now = 0
    const client = clientOver(network.fetch, {
      maxConcurrent: 1,
      clock: { ...clock, now: () => now },
      timeout: 10_000,
    })
    const firstCall = Promise.resolve(client.contacts.get('ct_1'))
    await nextTick()
    const secondCall = Promise.resolve(client.contacts.get('ct_2', { deadline: 5_000 }))
    await nextTick()
    now = 94_600
    network.open[0]?.answer()
    await firstCall
    await nextTick()
    expect(clock.limits).toEqual([10_000, 5_000])
    network.open[0]?.answer()
    await secondCall
  })

  test('lets no request overtake a waiting one, even when a timer is late', async () => {
    let now = 0
    const queue = createRequestQueue({
      // The timers of this clock never fire.
      clock: { now: () => now, setTimeout: () => 0, clearTimeout: () => {} },
      maxConcurrent: 1,
    })
    const operation = { id: 'me.get', method: 'GET', path: '/me', heavy: false }
    const request = {
      operation,
      signal: undefined,
      waitsForBudget: true,
      leftMs: Number.POSITIVE_INFINITY,
      timeoutError: () => new Error('never'),
      onWait() {},
    }
    expect(queue.enter({ ...request, number: 1 })).toBeUndefined()
    queue.leave(operation, undefined, 30_000)
    const waitingCall = queue.enter({ ...request, number: 2 })
    now = 30_000
    expect(queue.enter({ ...request, number: 3 })).toBeInstanceOf(Promise)
    await waitingCall
  })

  test('delays nothing by default, not even by a microtask', () => {
    const queue = createRequestQueue({
      clock: createTestClock(),
      maxConcurrent: Number.POSITIVE_INFINITY,
    })
    const operation = { id: 'me.get', method: 'GET', path: '/me', heavy: false }
    for (let number = 0; number < 3; number++) {
      const entered = queue.enter({
        operation,
        signal: undefined,
        waitsForBudget: false,
        number,
        leftMs: Number.POSITIVE_INFINITY,
        timeoutError: () => new Error('never'),
        onWait() {},
      })
      expect(entered).toBeUndefined()
    }
  })

  test.each([0, 1.5, -1, Number.NaN])('%d is refused', (maxConcurrent) => {
    expect(() => clientOver(undefined, { maxConcurrent })).toThrow(/maxConcurrent must be/)
  })
})

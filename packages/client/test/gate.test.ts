import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createGate } from '../src/gate.ts'
import { AbortedError, type ClientOptions, createClient, DeadlineError } from '../src/index.ts'
import type { OutgoingCall } from '../src/outgoing-call.ts'
import type { Progress } from '../src/progress.ts'
import { failureOf } from './failure-of.ts'
import { clientOf, hang, json, page, type Reply, refusal, startServer } from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'

const nextTurn = () => new Promise(setImmediate)

/** A fetch whose answers a test gives by hand. */
function heldFetch(answer = () => Response.json({})) {
  const open: { readonly url: string; readonly answer: (response?: Response) => void }[] = []
  const urls: string[] = []
  let most = 0
  return {
    open,
    urls,
    mostOpen: () => most,
    fetch: (url: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        urls.push(new URL(url).pathname)
        const request = {
          url,
          answer(response = answer()) {
            open.splice(open.indexOf(request), 1)
            resolve(response)
          },
        }
        most = Math.max(most, open.push(request))
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
}

function clientWith(fetch: ClientOptions['fetch'], options: ClientOptions = {}) {
  return createClient({ apiKey: 'dk_test_secret', baseUrl: 'https://host/v1', fetch, ...options })
}

const limited = (remaining: number, reset: number, limit = 2) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
})

describe('maxConcurrent', () => {
  test('bounds what is under way, and lets requests through in the order they came', async () => {
    const held = heldFetch()
    const client = clientWith(held.fetch, { maxConcurrent: 2 })
    const ids = ['ct_1', 'ct_2', 'ct_3', 'ct_4', 'ct_5'] as const
    const done: string[] = []
    const calls = ids.map(async (id) => {
      await client.contacts.get(id)
      done.push(id)
    })
    while (done.length < ids.length) {
      await nextTurn()
      expect(held.open.length).toBeLessThanOrEqual(2)
      held.open[0]?.answer()
    }
    await Promise.all(calls)
    expect(held.urls).toEqual(ids.map((id) => `/v1/contacts/${id}`))
    expect(held.mostOpen()).toBe(2)
  })

  test('lets heavy and other requests through in the one order they came', async () => {
    const held = heldFetch()
    const client = clientWith(held.fetch, { maxConcurrent: 1 })
    const calls = [
      client.contacts.get('ct_1'),
      client.privacy.export({ email: 'ada@example.com' }),
      client.contacts.get('ct_2'),
      client.privacy.export({ email: 'ada@example.com' }),
      client.privacy.export({ email: 'ada@example.com' }),
      client.contacts.get('ct_3'),
    ].map((call) => Promise.resolve(call))
    for (let answered = 0; answered < calls.length; answered++) {
      while (held.open.length === 0) await nextTurn()
      held.open[0]?.answer()
    }
    await Promise.all(calls)
    const kinds = held.urls.map((path) => (path.includes('exports') ? 'heavy' : path.slice(-4)))
    expect(kinds).toEqual(['ct_1', 'heavy', 'ct_2', 'heavy', 'heavy', 'ct_3'])
  })

  test('holds over a real server, where attempts fail and are repeated', async () => {
    let open = 0
    let most = 0
    let seen = 0
    const server = await startServer((response, request) => {
      most = Math.max(most, ++open)
      response.on('close', () => open--)
      const reply = seen++ % 3 === 0 ? page(503) : json({})
      setImmediate(() => reply(response, request))
    })
    const client = clientOf(server, { maxConcurrent: 3, maxRetries: 9, clock: createTestClock() })
    const results = await Promise.all(Array.from({ length: 20 }, () => client.me.get().safe()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(20)
    expect(most).toBeLessThanOrEqual(3)
    expect(most).toBeGreaterThan(1)
  })

  test('gives the place back while a call waits for its next attempt', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, {
      maxConcurrent: 1,
      // Waits last until the test lets them pass.
      clock: { ...clock, setTimeout: (wake, delayMs) => clock.setTimeout(wake, delayMs, 'limit') },
      random: () => 0.5,
    })
    const failing = client.contacts.get('ct_1').withMeta()
    const settled = failing.then(({ meta }) => meta.attempts)
    await nextTurn()
    const other = Promise.resolve(client.contacts.get('ct_2'))
    await nextTurn()
    expect(held.urls).toEqual(['/v1/contacts/ct_1'])
    held.open[0]?.answer(new Response('', { status: 503 }))
    await nextTurn()
    expect(held.urls).toEqual(['/v1/contacts/ct_1', '/v1/contacts/ct_2'])
    held.open[0]?.answer()
    await other
    clock.expire()
    await nextTurn()
    held.open[0]?.answer()
    expect(await settled).toBe(2)
  })

  test('frees the place of a failed, a timed-out and an aborted request', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(404, 'not_found'), hang, hang, json({ id: 'ct_1' }))
    const client = clientOf(server, { maxConcurrent: 1, maxRetries: 0, clock })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'not_found' })
    const late = failureOf(client.me.get())
    await server.arrived(2)
    clock.expire()
    expect(await late).toMatchObject({ code: 'attempt_timeout' })
    const controller = new AbortController()
    const aborted = failureOf(client.me.get({ signal: controller.signal }))
    await server.arrived(3)
    controller.abort()
    expect(await aborted).toBeInstanceOf(AbortedError)
    expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
    expect(clock.pending()).toBe(0)
  })

  test('a signal ends the wait in the queue, and nothing is sent', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, { maxConcurrent: 1, clock })
    const first = Promise.resolve(client.contacts.get('ct_1'))
    await nextTurn()
    const controller = new AbortController()
    const reason = new Error('the user left')
    const { signal } = controller
    const waiting = failureOf(client.contacts.get('ct_2', { signal }))
    const last = Promise.resolve(client.contacts.get('ct_3'))
    await nextTurn()
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    controller.abort(reason)
    const error = await waiting
    expect(error).toBeInstanceOf(AbortedError)
    expect(error).toMatchObject({ cause: reason, attempts: 0, history: [] })
    expect(getEventListeners(signal, 'abort')).toEqual([])
    held.open[0]?.answer()
    await first
    await nextTurn()
    held.open[0]?.answer()
    await last
    expect(held.urls).toEqual(['/v1/contacts/ct_1', '/v1/contacts/ct_3'])
    expect(clock.waits).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  test('the time in the queue counts against the deadline, and not against the timeout', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, { maxConcurrent: 1, clock, timeout: 1_000 })
    const first = failureOf(client.contacts.get('ct_1', { timeout: 80_000, maxRetries: 0 }))
    await nextTurn()
    const waiting = failureOf(client.contacts.get('ct_2', { deadline: 5_000 }))
    await nextTurn()
    expect(clock.limits).toEqual([80_000, 5_000])
    clock.expire()
    expect(await first).toMatchObject({ code: 'attempt_timeout' })
    const error = await waiting
    expect(error).toBeInstanceOf(DeadlineError)
    expect(error).toMatchObject({ attempts: 0, operation: 'contacts.get' })
    expect(held.urls).toEqual(['/v1/contacts/ct_1'])
    expect(clock.pending()).toBe(0)
  })

  test('gives a request that waited what is left of its deadline', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    let now = 0
    const client = clientWith(held.fetch, {
      maxConcurrent: 1,
      clock: { ...clock, now: () => now },
      timeout: 1_000,
    })
    const first = Promise.resolve(client.contacts.get('ct_1'))
    await nextTurn()
    const second = Promise.resolve(client.contacts.get('ct_2', { deadline: 5_000 }))
    await nextTurn()
    now = 4_600
    held.open[0]?.answer()
    await first
    await nextTurn()
    expect(clock.limits).toEqual([1_000, 5_000, 400])
    held.open[0]?.answer()
    await second
  })

  test('left out, holds nothing back, not even for a moment', () => {
    const options = { maxConcurrent: Number.POSITIVE_INFINITY, waitForRateLimit: false }
    const gate = createGate({ clock: createTestClock(), ...options })
    const operation = { id: 'me.get', method: 'GET', path: '/me', heavy: false }
    const call = { operation } as OutgoingCall<unknown>
    for (let request = 0; request < 3; request++) {
      expect(gate.enter(call, {} as Progress)).toBeUndefined()
    }
  })

  test.each([0, 1.5, -1, Number.NaN])('%d is refused', (maxConcurrent) => {
    expect(() => clientWith(undefined, { maxConcurrent })).toThrow(/maxConcurrent must be/)
  })
})

describe('waitForRateLimit', () => {
  /** A server that counts as the real one does: a budget in windows of a minute. */
  function countingServer(limit: number) {
    const clock = createTestClock()
    let left = limit
    let endsAt = 0
    const reply: Reply = (response, request) => {
      if (clock.now() >= endsAt) {
        left = limit
        endsAt = clock.now() + 60_000
      }
      const reset = Math.ceil((endsAt - clock.now()) / 1_000)
      if (left === 0) {
        const headers = { 'retry-after': String(reset), ...limited(0, reset, limit) }
        refusal(429, 'rate_limited', headers)(response, request)
      } else {
        json({}, 200, limited(--left, reset, limit))(response, request)
      }
    }
    return { clock, reply }
  }

  test('waits for the next window instead of being refused', async () => {
    const { clock, reply } = countingServer(3)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true })
    for (let call = 0; call < 7; call++) {
      expect((await client.me.get().withMeta()).meta.attempts).toBe(1)
    }
    expect(server.seen).toHaveLength(7)
    expect(clock.waits).toEqual([60_000, 60_000])
    expect(clock.pending()).toBe(0)
  })

  test('spares most refusals where many calls are made at once', async () => {
    const { clock, reply } = countingServer(10)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true, deadline: 3_600_000 })
    await client.me.get()
    const calls = Array.from({ length: 60 }, () => client.me.get().withMeta())
    const attempts = (await Promise.all(calls)).map(({ meta }) => meta.attempts)
    expect(Math.max(...attempts)).toBe(1)
    expect(server.seen).toHaveLength(61)
  })

  const answered = (headers: Record<string, string>) => Response.json({}, { headers })

  test('sends as many at once as the window has left, and as the next one has', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, { clock, waitForRateLimit: true })
    const first = Promise.resolve(client.me.get())
    while (held.open.length < 1) await nextTurn()
    held.open[0]?.answer(answered(limited(2, 30, 5)))
    await first
    const calls = Promise.all(Array.from({ length: 9 }, () => client.me.get()))
    await nextTurn()
    expect(held.open).toHaveLength(2)
    held.open[0]?.answer(answered(limited(1, 30, 5)))
    await nextTurn()
    // What is under way may not be counted yet.
    expect(held.open).toHaveLength(1)
    held.open[0]?.answer(answered(limited(0, 30, 5)))
    while (held.open.length === 0) await nextTurn()
    expect(clock.waits).toEqual([30_000])
    expect(held.open).toHaveLength(5)
    while (held.open.length > 0) held.open[0]?.answer(answered(limited(9, 60, 20)))
    while (held.open.length < 2) await nextTurn()
    while (held.open.length > 0) held.open[0]?.answer(answered(limited(9, 60, 20)))
    await calls
    expect(clock.pending()).toBe(0)
  })

  test('takes the lowest count of a window: answers overtake each other', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, { clock, waitForRateLimit: true })
    const both = Promise.all([client.me.get(), client.me.get()])
    while (held.open.length < 2) await nextTurn()
    held.open[1]?.answer(answered(limited(0, 30, 5)))
    await nextTurn()
    held.open[0]?.answer(answered(limited(1, 31, 5)))
    await both
    const third = Promise.resolve(client.me.get())
    while (held.open.length === 0) await nextTurn()
    expect(clock.waits).toEqual([31_000])
    held.open[0]?.answer(answered(limited(4, 60, 5)))
    await third
    const fourth = Promise.resolve(client.me.get())
    await nextTurn()
    expect(clock.waits).toHaveLength(1)
    held.open[0]?.answer()
    await fourth
  })

  test('sends one request at a time where the server says that none is allowed', async () => {
    const held = heldFetch(() => answered(limited(0, 10, 0)))
    const clock = createTestClock()
    const client = clientWith(held.fetch, { clock, waitForRateLimit: true })
    for (let call = 0; call < 3; call++) {
      const made = Promise.resolve(client.me.get())
      while (held.open.length === 0) await nextTurn()
      held.open[0]?.answer()
      await made
    }
    expect(clock.waits).toEqual([10_000, 10_000])
  })

  test('is off by default: a request over the budget is sent, and refused', async () => {
    const { clock, reply } = countingServer(2)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, maxRetries: 0 })
    await client.me.get()
    await client.me.get()
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'rate_limited', attempts: 1 })
  })

  test.each([59_999, 60_000])('sends at once what has but %i ms for a minute', async (deadline) => {
    const { clock, reply } = countingServer(1)
    const server = await startServer(reply)
    const client = clientOf(server, { clock, waitForRateLimit: true })
    await client.me.get()
    expect(await failureOf(client.me.get({ deadline }))).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 60_000,
    })
    expect(clock.waits).toEqual([])
  })

  test('counts heavy requests apart', async () => {
    const clock = createTestClock()
    const server = await startServer(json({ object: 'privacy_export' }, 200, limited(0, 30)))
    const client = clientOf(server, { clock, waitForRateLimit: true })
    await client.privacy.export({ email: 'ada@example.com' })
    await client.me.get()
    expect(clock.waits).toEqual([])
    await client.privacy.export({ email: 'ada@example.com' })
    expect(clock.waits).toEqual([30_000])
  })

  test('heeds the Retry-After of a refusal that tells no budget', async () => {
    const held = heldFetch()
    const clock = createTestClock()
    const client = clientWith(held.fetch, { clock, waitForRateLimit: true, maxRetries: 0 })
    const first = failureOf(client.me.get())
    await nextTurn()
    const problem = { code: 'rate_limited', title: 'Rate limited', detail: 'Wait.' }
    held.open[0]?.answer(Response.json(problem, { status: 429, headers: { 'retry-after': '7' } }))
    expect(await first).toMatchObject({ code: 'rate_limited' })
    const second = Promise.resolve(client.me.get())
    while (held.open.length === 0) await nextTurn()
    expect(clock.waits).toEqual([7_000])
    held.open[0]?.answer()
    await second
  })

  test.each([
    [5, 9, 9_000],
    [9, 5, 9_000],
  ])('waits for the later of reset (%i s) and Retry-After (%i s)', async (reset, after, waitMs) => {
    const headers = { 'retry-after': String(after), ...limited(0, reset) }
    const server = await startServer(refusal(429, 'rate_limited', headers), json({}))
    const clock = createTestClock()
    const client = clientOf(server, { clock, waitForRateLimit: true, maxRetries: 0 })
    await failureOf(client.me.get())
    await client.me.get()
    expect(clock.waits).toEqual([waitMs])
  })

  test('waits no month for a quota', async () => {
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
    const server = await startServer(json({}, 200, limited(0, 30)))
    const client = clientOf(server, {
      waitForRateLimit: true,
      clock: { ...clock, setTimeout: (wake, delayMs) => clock.setTimeout(wake, delayMs, 'limit') },
    })
    await client.me.get()
    const controller = new AbortController()
    const waiting = failureOf(client.me.get({ signal: controller.signal }))
    await nextTurn()
    expect(clock.pending()).toBe(2)
    controller.abort()
    expect(await waiting).toMatchObject({ code: 'aborted', attempts: 0 })
    expect(clock.pending()).toBe(0)
    expect(server.seen).toHaveLength(1)
  })
})

describe('rateLimits', () => {
  test('are those of the last answers, heavy requests apart', async () => {
    const server = await startServer(
      json({}, 200, limited(1, 30)),
      json({}, 200, limited(9, 60, 10)),
      refusal(404, 'not_found'),
      refusal(403, 'insufficient_scope', limited(0, 20)),
    )
    const client = clientOf(server)
    expect(client.rateLimits).toEqual({ standard: undefined, heavy: undefined })
    await client.me.get()
    await client.privacy.export({ email: 'ada@example.com' })
    await failureOf(client.me.get())
    const heavy = { limit: 10, remaining: 9, resetSeconds: 60 }
    expect(client.rateLimits).toEqual({
      standard: { limit: 2, remaining: 1, resetSeconds: 30 },
      heavy,
    })
    await failureOf(client.me.get())
    expect(client.rateLimits).toEqual({
      standard: { limit: 2, remaining: 0, resetSeconds: 20 },
      heavy,
    })
  })
})

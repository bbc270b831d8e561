import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ApiError,
  ConnectionError,
  createClient,
  DeadlineError,
  ResponseError,
  TimeoutError,
} from '../src/index.ts'
import { failureOf } from './failure-of.ts'
import {
  clientOf,
  cutOff,
  hang,
  json,
  page,
  type Reply,
  refusal,
  reset,
  stall,
  startServer,
} from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'
import { localhost } from './undici/certificate.ts'
import { watchedFetch } from './watched-fetch.ts'

const contact = { id: 'ct_1', object: 'contact' }
const ok = json(contact)

describe('which failures are repeated', () => {
  const repeated: [string, Reply][] = [
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, Reply] => [
      `a page with status ${status}`,
      page(status),
    ]),
    ['rate_limited', refusal(429, 'rate_limited')],
    ['internal_error 500', refusal(500, 'internal_error')],
    ['internal_error 502', refusal(502, 'internal_error')],
    ['idempotency_key_in_use', refusal(409, 'idempotency_key_in_use')],
    ['a code nobody knows, with status 503', refusal(503, 'brand_new')],
    ['a reset connection', reset],
    ['a body that is cut off', cutOff],
  ]
  test.each(repeated)('%s', async (_name, failure) => {
    const clock = createTestClock()
    const server = await startServer(failure, failure, ok)
    const call = clientOf(server, { clock }).contacts.upsert({ email: 'ada@example.com' })
    const { data, meta } = await call.withMeta()
    expect(data).toEqual(contact)
    expect(meta.attempts).toBe(3)
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\x21-\x7e]{1,255}$/)
    expect(new Set(keys)).toEqual(new Set([meta.idempotencyKey]))
    expect(clock.waits).toHaveLength(2)
    expect(clock.waits[0]).toBeLessThanOrEqual(250)
    expect(clock.waits[1]).toBeLessThanOrEqual(500)
    expect(clock.pending()).toBe(0)
  })

  const final: [string, Reply][] = [
    ...[400, 401, 402, 403, 404, 405, 409, 413, 418, 422, 501].map((status): [string, Reply] => [
      `a page with status ${status}`,
      page(status),
    ]),
    ['conflict', refusal(409, 'conflict')],
    ['quota_exceeded', refusal(429, 'quota_exceeded', { 'retry-after': '1' })],
    ['idempotency_key_reused', refusal(422, 'idempotency_key_reused')],
    ['a code nobody knows, with status 409', refusal(409, 'brand_new')],
  ]
  test.each(final)('not %s', async (_name, failure) => {
    const clock = createTestClock()
    const server = await startServer(failure, ok)
    const call = clientOf(server, { clock }).contacts.upsert({ email: 'ada@example.com' })
    expect(await failureOf(call)).toMatchObject({ retryable: false, attempts: 1 })
    expect(server.seen).toHaveLength(1)
  })

  test('maxRetries bounds them, per client and per call', async () => {
    const server = await startServer(page(503))
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 0 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 1, retryable: true })
    expect(await failureOf(client.me.get({ maxRetries: 4 }))).toMatchObject({ attempts: 5 })
    expect(server.seen).toHaveLength(6)
  })

  test('an error after which no answer came has no meta of an earlier one', async () => {
    const server = await startServer(page(503), reset)
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 1 })
    const error = await failureOf(client.me.get())
    expect(error).toMatchObject({ code: 'connection_failed', attempts: 2, meta: undefined })
  })

  test('an error tells how each attempt went', async () => {
    const server = await startServer(reset, page(503), refusal(404, 'not_found'))
    const error = await failureOf(
      clientOf(server, { clock: createTestClock() }).contacts.get('ct_1'),
    )
    expect(error).toMatchObject({
      operation: 'contacts.get',
      history: [
        { code: 'connection_failed' },
        { code: 'response_unexpected', status: 503 },
        { code: 'not_found', status: 404 },
      ],
    })
  })
})

describe('x-should-retry', () => {
  const cases: [string, Reply, number][] = [
    ['true repeats a refusal', refusal(409, 'conflict', { 'x-should-retry': 'true' }), 3],
    ['true repeats a page', json({}, 418, { 'x-should-retry': 'true' }), 3],
    ['false ends a failure', refusal(500, 'oops', { 'x-should-retry': 'false' }), 1],
    ['anything else repeats what is repeated', refusal(500, 'oops', { 'x-should-retry': '0' }), 3],
    ['anything else repeats nothing more', refusal(404, 'no', { 'x-should-retry': '1' }), 1],
  ]
  test.each(cases)('%s', async (_name, reply, attempts) => {
    const server = await startServer(reply)
    const client = clientOf(server, { clock: createTestClock() })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts, retryable: attempts > 1 })
    expect(server.seen).toHaveLength(attempts)
  })
})

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 2026 12:00:00 GMT'
  const later = 'Thu, 01 Jan 2026 12:00:07 GMT'
  const forms: [string, Record<string, string>, number][] = [
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['in milliseconds beside it', { 'retry-after': '8', 'retry-after-ms': '7000' }, 7_000],
    [
      'beside milliseconds that make no sense',
      { 'retry-after': '7', 'retry-after-ms': '-' },
      7_000,
    ],
    ['as a date, by the clock of the server', { 'retry-after': later, date }, 7_000],
    ['as a date that has passed', { 'retry-after': date, date: later }, 0],
    ['that makes no sense', { 'retry-after': 'soon' }, 0],
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

  test('longer than what is left of the deadline fails at once, and says how long', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '91' }), ok)
    const error = await failureOf(clientOf(server, { clock }).contacts.get('ct_1'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 91_000, attempts: 1 })
    expect((error as ApiError).retryAt).toEqual(new Date(clock.now() + 91_000))
    expect(JSON.parse(JSON.stringify(error)).retryAt).toBe('2026-01-01T00:01:31.000Z')
    expect(clock.waits).toEqual([])
  })

  test('of an hour is waited for when the deadline allows it', async () => {
    const clock = createTestClock()
    const server = await startServer(refusal(429, 'rate_limited', { 'retry-after': '3600' }), ok)
    await clientOf(server, { clock, deadline: 7_200_000 }).contacts.get('ct_1')
    expect(clock.waits[0]).toBeGreaterThanOrEqual(3_600_000)
  })
})

describe('time limits', () => {
  test.each([
    ['headers', hang],
    ['body', stall],
  ])('timeout ends an attempt that waits for the %s', async (phase, failure) => {
    const clock = createTestClock()
    const server = await startServer(failure, ok)
    const { fetch, answered } = watchedFetch()
    const client = clientOf(server, { clock, fetch, timeout: 1_234 })
    const settled = Promise.resolve(client.contacts.get('ct_1').withMeta())
    await (phase === 'headers' ? server.arrived(1) : answered)
    clock.expire()
    expect((await settled).meta.attempts).toBe(2)
    expect(clock.limits).toEqual([1_234, 1_234])
  })

  test('an attempt that is repeated in vain ends in a TimeoutError', async () => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const client = clientOf(server, { clock, timeout: 1_234, maxRetries: 1 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(1)
    clock.expire()
    await server.arrived(2)
    clock.expire()
    const error = await failure
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 'attempt_timeout', attempts: 2, retryable: true })
    expect(clock.pending()).toBe(0)
  })

  test('the deadline ends the whole call, with the error before as cause', async () => {
    const clock = createTestClock()
    const server = await startServer(page(503), hang)
    const client = clientOf(server, { clock, deadline: 5_000, random: () => 0.5 })
    const failure = failureOf(client.contacts.get('ct_1'))
    await server.arrived(2)
    clock.expire()
    const error = await failure
    expect(error).toBeInstanceOf(DeadlineError)
    expect(error).toMatchObject({ attempts: 2, cause: expect.any(ResponseError) })
    expect(clock.waits).toEqual([125])
    expect(clock.limits).toEqual([5_000, 5_000 - 125])
  })

  test.each([
    [5_000, 5_000, 'deadline_exceeded'],
    [5_001, 5_000, 'deadline_exceeded'],
    [4_999, 5_000, 'attempt_timeout'],
  ])('a timeout of %i under a deadline of %i ends in %s', async (timeout, deadline, code) => {
    const clock = createTestClock()
    const server = await startServer(hang)
    const client = clientOf(server, { clock, timeout, deadline, maxRetries: 0 })
    const failure = failureOf(client.me.get())
    await server.arrived(1)
    clock.expire()
    expect(await failure).toMatchObject({ code, attempts: 1 })
    expect(clock.limits).toEqual([Math.min(timeout, deadline)])
  })

  test('a chat message may take a minute', async () => {
    const clock = createTestClock()
    const server = await startServer(json({ object: 'chat_reply' }))
    await clientOf(server, { clock }).chatSessions.send('chs_1', { text: 'Hello' })
    expect(clock.limits).toEqual([60_000])
  })

  test('a fetch that pays no heed to its signal cannot hold the call', async () => {
    const clock = createTestClock()
    let answerLate: (response: Response) => void = () => {}
    const late = new Promise<Response>((resolve) => {
      answerLate = resolve
    })
    const client = createClient({
      apiKey: 'dk_test_secret',
      baseUrl: 'https://api.example.com',
      fetch: () => late,
      timeout: 1_234,
      maxRetries: 0,
      clock,
    })
    const failure = failureOf(client.me.get())
    await new Promise(setImmediate)
    clock.expire()
    expect(await failure).toBeInstanceOf(TimeoutError)
    let canceled: unknown
    const cancel = (reason: unknown) => {
      canceled = reason
    }
    answerLate(new Response(new ReadableStream({ cancel })))
    await new Promise(setImmediate)
    expect(canceled).toBeInstanceOf(TimeoutError)
  })
})

describe('the retry budget', () => {
  /** A clock in which no time passes: the budget gains nothing by waiting. */
  const frozen = () => ({ ...createTestClock(), now: () => 0 })

  test('stops a client whose calls fail all the time from storming the server', async () => {
    const server = await startServer(page(503))
    const client = clientOf(server, { clock: frozen() })
    const failures = await Promise.all(
      Array.from({ length: 100 }, () => failureOf(client.me.get())),
    )
    expect(failures.every((error) => error instanceof ResponseError)).toBe(true)
    expect(server.seen).toHaveLength(100 + 20)
  })

  test('grows with every success', async () => {
    const ups = Array<Reply>(20).fill(ok)
    const server = await startServer(...Array<Reply>(22).fill(page(503)), ...ups, page(503))
    const client = clientOf(server, { clock: frozen(), maxRetries: 100 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 21 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 1 })
    for (let call = 0; call < 20; call++) await client.me.get()
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 3 })
  })

  test('is not spent by waits that the server asks for', async () => {
    const busy = refusal(429, 'rate_limited', { 'retry-after': '1' })
    const server = await startServer(...Array<Reply>(100).fill(busy), ok)
    const client = clientOf(server, { clock: frozen(), maxRetries: 100 })
    expect((await client.me.get().withMeta()).meta.attempts).toBe(101)
  })
})

test('a refused connection is a ConnectionError with the native cause', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const origin = `http://127.0.0.1:${port}`
  const client = clientOf({ origin }, { clock: createTestClock() })
  const error = await failureOf(client.me.get())
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ code: 'connection_failed', attempts: 3, cause: expect.any(Error) })
  expect((error as ConnectionError).message).toContain('ECONNREFUSED')
})

test('a certificate that is not trusted is not tried again, over a real connection', async () => {
  const server = createTlsServer(localhost, () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const client = createClient({
    apiKey: 'dk_test_secret',
    baseUrl: `https://127.0.0.1:${port}`,
    clock: createTestClock(),
  })
  expect(await failureOf(client.me.get())).toMatchObject({ code: 'tls_failed', attempts: 1 })
})

test.each([
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
])('a connection that fails with %s is not tried again', async (code) => {
  const untrusted = Object.assign(new Error('not trusted'), { code })
  const client = createClient({
    apiKey: 'dk_test_secret',
    baseUrl: 'https://api.example.com',
    clock: createTestClock(),
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: untrusted })),
  })
  const error = await failureOf(client.me.get())
  expect(error).toMatchObject({ code: 'tls_failed', attempts: 1, retryable: false })
})

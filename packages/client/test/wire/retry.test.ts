import { describe, expect, test } from 'vitest'
import { ResponseError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import {
  clientOf,
  cutOff,
  json,
  page,
  type Reply,
  refusal,
  reset,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const contact = { id: 'ct_1', object: 'contact' }
const ok = json(contact)

describe('retries', () => {
  const retriedFailures: [string, Reply][] = [
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, Reply] => [
      `a page with status ${status}`,
      page(status),
    ]),
    ['rate_limited', refusal(429, 'rate_limited')],
    ['internal_error 500', refusal(500, 'internal_error')],
    ['internal_error 502', refusal(502, 'internal_error')],
    ['idempotency_key_in_use', refusal(409, 'idempotency_key_in_use')],
    ['an unknown code with status 503', refusal(503, 'brand_new')],
    ['a reset connection', reset],
    ['a body that is cut off', cutOff],
  ]
  test.each(retriedFailures)('%s is retried', async (_name, failure) => {
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

  const finalFailures: [string, Reply][] = [
    ...[400, 401, 402, 403, 404, 405, 409, 413, 418, 422, 501].map((status): [string, Reply] => [
      `a page with status ${status}`,
      page(status),
    ]),
    ['conflict', refusal(409, 'conflict')],
    ['quota_exceeded', refusal(429, 'quota_exceeded', { 'retry-after': '1' })],
    ['idempotency_key_reused', refusal(422, 'idempotency_key_reused')],
    ['an unknown code with status 409', refusal(409, 'brand_new')],
  ]
  test.each(finalFailures)('%s is not retried', async (_name, failure) => {
    const clock = createTestClock()
    const server = await startServer(failure, ok)
    const call = clientOf(server, { clock }).contacts.upsert({ email: 'ada@example.com' })
    expect(await failureOf(call)).toMatchObject({ retryable: false, attempts: 1 })
    expect(server.seen).toHaveLength(1)
  })

  test('maxRetries limits the retries, per client and per call', async () => {
    const server = await startServer(page(503))
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 0 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 1, retryable: true })
    expect(await failureOf(client.me.get({ maxRetries: 4 }))).toMatchObject({ attempts: 5 })
    expect(server.seen).toHaveLength(6)
  })

  test('an error without an answer has no meta of an earlier answer', async () => {
    const server = await startServer(page(503), reset)
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 1 })
    const error = await failureOf(client.me.get())
    expect(error).toMatchObject({ code: 'connection_failed', attempts: 2, meta: undefined })
  })

  test('an error reports the outcome of each attempt', async () => {
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
    ['true causes a retry of a refusal', refusal(409, 'conflict', { 'x-should-retry': 'true' }), 3],
    [
      'true causes a retry of an answer that is no problem document',
      json({}, 418, { 'x-should-retry': 'true' }),
      3,
    ],
    [
      'false prevents the retry of a failure',
      refusal(500, 'oops', { 'x-should-retry': 'false' }),
      1,
    ],
    [
      'any other value does not prevent a retry',
      refusal(500, 'oops', { 'x-should-retry': '0' }),
      3,
    ],
    ['any other value causes no retry', refusal(404, 'no', { 'x-should-retry': '1' }), 1],
  ]
  test.each(cases)('%s', async (_name, reply, attempts) => {
    const server = await startServer(reply)
    const client = clientOf(server, { clock: createTestClock() })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts, retryable: attempts > 1 })
    expect(server.seen).toHaveLength(attempts)
  })
})

describe('the retry budget', () => {
  /** A clock that stands still, so that the budget gains nothing by waiting. */
  const createFrozenClock = () => ({ ...createTestClock(), now: () => 0 })

  test('stops a client whose calls always fail from flooding the server', async () => {
    const server = await startServer(page(503))
    const client = clientOf(server, { clock: createFrozenClock() })
    const failures = await Promise.all(
      Array.from({ length: 100 }, () => failureOf(client.me.get())),
    )
    expect(failures.every((error) => error instanceof ResponseError)).toBe(true)
    expect(server.seen).toHaveLength(100 + 20)
  })

  test('grows with every success', async () => {
    const successes = Array<Reply>(20).fill(ok)
    const server = await startServer(...Array<Reply>(22).fill(page(503)), ...successes, page(503))
    const client = clientOf(server, { clock: createFrozenClock(), maxRetries: 100 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 21 })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 1 })
    for (let call = 0; call < 20; call++) await client.me.get()
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 3 })
  })

  test('is not spent by waits that the server asks for', async () => {
    const busyAnswer = refusal(429, 'rate_limited', { 'retry-after': '1' })
    const server = await startServer(...Array<Reply>(100).fill(busyAnswer), ok)
    const client = clientOf(server, { clock: createFrozenClock(), maxRetries: 100 })
    expect((await client.me.get().withMeta()).meta.attempts).toBe(101)
  })
})

import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ApiError, DoorkitError, isProblem, TimeoutError } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, refusal, reset, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const problem = {
  type: 'https://doorkit.dev/docs/api#conflict',
  title: 'Conflict',
  status: 409,
  code: 'conflict',
  detail: 'Another contact has this external_id.',
  param: 'external_id',
  request_id: 'req_9',
}

describe('an ApiError', () => {
  test('has the whole problem document, and the failed call', async () => {
    const server = await startServer(
      json(problem, 409, {
        'content-type': 'application/problem+json',
        'ratelimit-limit': '120',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '9',
      }),
    )
    const call = clientOf(server).contacts.update('ct_1', { external_id: 'crm-7' })
    const error = await failureOf(call)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(DoorkitError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'contacts.update ct_1: Another contact has this external_id. (conflict, req_9)',
      status: 409,
      code: 'conflict',
      title: 'Conflict',
      detail: problem.detail,
      param: 'external_id',
      type: problem.type,
      docsUrl: problem.type,
      requestId: 'req_9',
      operation: 'contacts.update',
      attempts: 1,
      idempotencyKey: server.seen[0]?.headers['idempotency-key'],
      rateLimit: { limit: 120, remaining: 0, resetSeconds: 9 },
      retryable: false,
      meta: { status: 409 },
    })
  })

  test('is recognized by isProblem, with or without its code', async () => {
    const server = await startServer(refusal(404, 'not_found'))
    const error = await failureOf(clientOf(server).contacts.get('ct_1'))
    expect(isProblem(error)).toBe(true)
    expect(isProblem(error, 'not_found')).toBe(true)
    expect(isProblem(error, 'conflict')).toBe(false)
    for (const otherError of [
      new Error('x'),
      new TimeoutError(1),
      undefined,
      null,
      'not_found',
      {},
    ]) {
      expect(isProblem(otherError)).toBe(false)
    }
  })

  test('keeps unknown members, and does not log them', async () => {
    const document = { ...problem, instance: '/contacts/1', errors: [{ param: 'private' }] }
    const server = await startServer(json(document, 409))
    const error = await failureOf(clientOf(server).contacts.update('ct_1', {}))
    expect((error as ApiError).problem).toEqual(document)
    expect(`${JSON.stringify(error)} ${inspect(error, { depth: 9 })}`).not.toContain('private')
  })

  test('has a problem document even if the client made the error', async () => {
    const client = clientOf(await startServer(json({})))
    await client.contacts.delete('ct_1', { idempotencyKey: 'once' })
    const localError = await failureOf(client.contacts.delete('ct_2', { idempotencyKey: 'once' }))
    expect((localError as ApiError).problem).toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('keeps an unknown code', async () => {
    const server = await startServer(
      json({ code: 'door_jammed' }, 423, { 'x-request-id': 'req_2' }),
    )
    const error = await failureOf(clientOf(server).contacts.get('ct_1'))
    expect(error).toMatchObject({ name: 'ApiError', code: 'door_jammed', requestId: 'req_2' })
  })

  test('logs useful members, and no headers', async () => {
    const server = await startServer(json(problem, 409, { 'set-cookie': 'session=private' }))
    const error = await failureOf(clientOf(server).contacts.update('ct_1', {}))
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ApiError',
      message: 'contacts.update ct_1: Another contact has this external_id. (conflict, req_9)',
      code: 'conflict',
      status: 409,
      title: 'Conflict',
      detail: problem.detail,
      param: 'external_id',
      type: problem.type,
      requestId: 'req_9',
      operation: 'contacts.update',
      method: 'PATCH',
      host: `${server.origin.replace('http://', '')}/v1`,
      urlTemplate: '/contacts/{id}',
      attempts: 1,
      history: [{ status: 409, code: 'conflict', durationMs: expect.any(Number) }],
      idempotencyKey: expect.any(String),
      retryable: false,
    })
    expect(inspect(error, { depth: 9 })).toContain('req_9')
    expect(inspect(error, { depth: 9 })).not.toContain('private')
  })
})

test("instanceof distinguishes a user's subclasses", () => {
  class Mine extends TimeoutError {}
  expect(new Mine(1)).toBeInstanceOf(TimeoutError)
  expect(new Mine(1)).toBeInstanceOf(Mine)
  expect(new TimeoutError(1)).not.toBeInstanceOf(Mine)
})

test('the stack of an error leads to the caller', async () => {
  const server = await startServer(reset)
  const client = clientOf(server, { maxRetries: 0 })
  async function syncContact() {
    return await client.contacts.get('ct_1')
  }
  const stack = /\bat (async )?syncContact(WithMeta)?\b/
  expect(await failureOf(syncContact())).toHaveProperty('stack', expect.stringMatching(stack))
  async function syncContactWithMeta() {
    return await client.contacts.get('ct_1').withMeta()
  }
  expect(await failureOf(syncContactWithMeta())).toHaveProperty(
    'stack',
    expect.stringMatching(stack),
  )
})

test('a timeout says what to do next', async () => {
  const clock = createTestClock()
  const server = await startServer(() => {})
  const client = clientOf(server, { clock, timeout: 1_234, maxRetries: 0 })
  const failure = failureOf(client.me.get())
  await server.arrived(1)
  clock.expire()
  expect(await failure).toMatchObject({ message: expect.stringContaining('Raise `timeout`') })
})

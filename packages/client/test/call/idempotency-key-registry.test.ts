import { limits } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { createIdempotencyKeyRegistry } from '../../src/call/idempotency-key.ts'
import type { OutgoingCall } from '../../src/call/outgoing-call.ts'
import { createClient, isProblem } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, page, refusal, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const ada = { email: 'ada@example.com' }
const grace = { email: 'grace@example.com' }
const rememberedMs = limits.idempotencyReplaySeconds * 1_000

describe('an idempotency key of the caller', () => {
  test('is refused for another body, method, path or query, and nothing is sent', async () => {
    const server = await startServer(json({ id: 'ct_1' }))
    const client = clientOf(server)
    const key = { idempotencyKey: 'import-1' }
    await client.contacts.upsert(ada, key)
    const others = [
      client.contacts.upsert(grace, key),
      client.request({ method: 'PUT', path: '/contacts', body: ada, ...key }),
      client.request({ method: 'POST', path: '/other', body: ada, ...key }),
      client.contacts.upsert(ada, { ...key, query: { again: true } }),
    ]
    for (const other of others) {
      const error = await failureOf(other)
      expect(isProblem(error, 'idempotency_key_reused')).toBe(true)
      expect(error).toMatchObject({
        status: 422,
        param: 'Idempotency-Key',
        attempts: 0,
        idempotencyKey: 'import-1',
        retryable: false,
      })
    }
    expect(server.seen).toHaveLength(1)
    await client.contacts.upsert(ada, key)
    expect(server.seen).toHaveLength(2)
  })

  test('is refused for another body even while the first call with it is in progress', async () => {
    const server = await startServer(json({ id: 'ct_1' }))
    const client = clientOf(server)
    const key = { idempotencyKey: 'import-1' }
    const results = await Promise.all([
      client.contacts.upsert(ada, key).safe(),
      client.contacts.upsert(grace, key).safe(),
    ])
    expect(results.map(({ ok }) => ok)).toEqual([true, false])
    expect(server.seen).toHaveLength(1)
  })

  test('may be used with another body after its call failed, because the server may still accept it', async () => {
    const server = await startServer(page(503), refusal(400, 'invalid_request'), json({}))
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 0 })
    const key = { idempotencyKey: 'import-1' }
    await failureOf(client.contacts.upsert(ada, key))
    await failureOf(client.contacts.upsert(grace, key))
    await client.contacts.upsert({ email: 'eve@example.com' }, key)
    expect(server.seen).toHaveLength(3)
    expect(await failureOf(client.contacts.upsert(ada, key))).toMatchObject({ attempts: 0 })
  })

  test('is still remembered when a repeated call with it fails', async () => {
    const server = await startServer(json({}), page(503), json({}))
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 0 })
    const key = { idempotencyKey: 'import-1' }
    await client.contacts.upsert(ada, key)
    await failureOf(client.contacts.upsert(ada, key))
    expect(await failureOf(client.contacts.upsert(grace, key))).toMatchObject({ attempts: 0 })
  })

  test('is not checked for streams, whose answers are not stored', async () => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
    )
    const client = clientOf(server)
    const key = { idempotencyKey: 'turn-1' }
    await client.chatSessions.stream('chs_1', { text: 'Hello' }, key)
    await client.chatSessions.stream('chs_1', { text: 'Again' }, key)
    expect(server.seen).toHaveLength(2)
  })

  test('is remembered through a thousand writes for which the caller sets none', async () => {
    const client = clientOver(async () => Response.json({ id: 'ct_1' }))
    const key = { idempotencyKey: 'import-1' }
    await client.contacts.upsert(ada, key)
    for (let write = 0; write < 1_000; write++) await client.contacts.upsert(ada)
    expect(await failureOf(client.contacts.upsert(grace, key))).toMatchObject({
      code: 'idempotency_key_reused',
      attempts: 0,
    })
  })

  test('is not known to a client that was created separately', async () => {
    const server = await startServer(json({}))
    const options = { apiKey: 'dk_test_secret', baseUrl: `${server.origin}/v1` }
    const key = { idempotencyKey: 'import-1' }
    await createClient(options).contacts.upsert(ada, key)
    await createClient(options).contacts.upsert(grace, key)
    expect(server.seen).toHaveLength(2)
  })
})

describe('the registry of idempotency keys', () => {
  const call = (idempotencyKey: string, body: string): OutgoingCall<unknown> => ({
    operation: { id: 'contacts.upsert', method: 'POST', path: '/contacts', heavy: false },
    ids: '',
    target: '/contacts',
    body,
    accept: 'application/json',
    idempotencyKey,
    stream: false,
    timeoutMs: 1,
    options: { idempotencyKey, headers: {} },
    site: {},
    read: async () => undefined,
  })

  test('forgets a key when the server does', () => {
    let now = 0
    const register = createIdempotencyKeyRegistry({ now: () => now })
    register(call('a', '{}'))
    now = rememberedMs - 1
    expect(() => register(call('a', '{"x":1}'))).toThrow(/another method, path or body/)
    now = rememberedMs
    register(call('a', '{"x":1}'))
    now = 2 * rememberedMs - 1
    expect(() => register(call('a', '{}'))).toThrow()
  })

  test('remembers the last thousand keys', () => {
    const register = createIdempotencyKeyRegistry({ now: () => 0 })
    for (let number = 0; number < 1_000; number++) register(call(`key-${number}`, '{}'))
    expect(() => register(call('key-0', '{"x":1}'))).toThrow()
    register(call('key-1000', '{}'))
    register(call('key-0', '{"x":1}'))
    expect(() => register(call('key-999', '{"x":1}'))).toThrow()
  })

  test('treats a key that is used again after a day as the newest', () => {
    let now = 0
    const register = createIdempotencyKeyRegistry({ now: () => now })
    for (let number = 0; number < 1_000; number++) register(call(`key-${number}`, '{}'))
    now = rememberedMs
    register(call('key-1', '{}'))
    register(call('key-1000', '{}'))
    register(call('key-1001', '{}'))
    expect(() => register(call('key-1', '{"x":1}'))).toThrow(/another method, path or body/)
  })

  test('distinguishes bodies that differ in length or in one character', () => {
    const register = createIdempotencyKeyRegistry({ now: () => 0 })
    const bodies = Array.from({ length: 26 }, (_, length) => `${'a'.repeat(length)}b`)
    register(call('a', 'a'))
    for (const body of bodies) expect(() => register(call('a', body))).toThrow()
    expect(() => register(call('a', 'a'))).not.toThrow()
  })
})

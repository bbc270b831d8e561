import { describe, expect, test } from 'vitest'
import { createClient, ResponseError } from '../../src/index.ts'
import type { Faults } from '../../src/testing/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { openWorkspace } from './open-workspace.ts'

const email = 'ada@example.com'

describe('a status', () => {
  test("replaces the server's answer, once", async () => {
    const { client, faults, requests, clock } = await openWorkspace()
    faults.next(503)
    const { meta } = await client.contacts.upsert({ email }).withMeta()
    expect(meta.attempts).toBe(2)
    expect(requests.map(({ status, fault }) => [status, fault])).toEqual([
      [503, 'status'],
      [200, null],
    ])
    expect(clock.waits).toEqual([125])
    expect(faults.pending).toBe(0)
  })

  test('is repeated `times` times', async () => {
    const { client, faults } = await openWorkspace()
    faults.next(500, { times: 3 })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'internal_error', attempts: 3 })
    expect(await client.me.get()).toMatchObject({ object: 'api_key_identity' })
    faults.next(500, { times: Number.POSITIVE_INFINITY })
    expect(await failureOf(client.me.get())).toMatchObject({ attempts: 3 })
    expect(faults.pending).toBe(Number.POSITIVE_INFINITY)
    faults.clear()
    expect(faults.pending).toBe(0)
    expect(await client.me.get()).toMatchObject({ object: 'api_key_identity' })
  })

  test('is a problem document if the API itself uses this status: with the requested code, or else its first code', async () => {
    const { client, faults } = await openWorkspace()
    faults.next(404)
    faults.next(429, { code: 'quota_exceeded', retryAfter: 1_000_000 })
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'not_found',
      status: 404,
      requestId: 'req_fault_1',
    })
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'quota_exceeded',
      retryAfterMs: 1_000_000_000,
      attempts: 1,
    })
  })

  test('is plain text if the API does not use this status, unless the test passes a body', async () => {
    const { client, faults } = await openWorkspace({ client: { maxRetries: 0 } })
    faults.next(504)
    const failure = await failureOf(client.me.get())
    expect(failure).toBeInstanceOf(ResponseError)
    expect(failure).toMatchObject({ status: 504, body: 'Status 504' })
    faults.next(200, { body: '<html>', headers: { 'Content-Type': 'text/html' } })
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'response_not_json',
      meta: { headers: expect.any(Headers) },
    })
    faults.next(204)
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'response_not_json' })
  })

  test('with Retry-After makes a client wait that long, and its own backoff in addition', async () => {
    const { client, faults, clock } = await openWorkspace()
    const startedAt = clock.now()
    faults.next(429, { retryAfter: 7 })
    await client.me.get()
    expect(clock.waits).toEqual([7_125])
    expect(clock.now() - startedAt).toBe(7_125)
  })
})

describe('a fault', () => {
  test('waits for the request that it applies to', async () => {
    const { client, faults, requests } = await openWorkspace({ client: { maxRetries: 0 } })
    faults.next(500, { method: 'POST', path: '/contacts' })
    faults.next(502, { path: '/contacts/{id}' })
    await client.contacts.list()
    await failureOf(client.contacts.get('ct_1'))
    await failureOf(client.contacts.upsert({ email }))
    expect(requests.map(({ status }) => status)).toEqual([200, 502, 500])
    expect(faults.pending).toBe(0)
  })

  test('that cannot happen is refused', async () => {
    const { faults } = await openWorkspace()
    const impossibleFaults = [
      () => faults.next(99),
      () => faults.next(600),
      () => faults.next(500.5),
      () => faults.next(500, { times: 0 }),
      () => faults.truncate({ bytes: -1 }),
      () => faults.hang({ bytes: 0.5 }),
      () => faults.delay(Number.NaN),
      () => faults.next(503, { path: 'contacts' }),
      () => faults.next(503, { path: '/contacts?limit=1' }),
      () => faults.reset({ method: 'post' }),
    ]
    for (const addFault of impossibleFaults) {
      expect(addFault).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    }
    expect(impossibleFaults).toHaveLength(10)
    expect(faults.pending).toBe(0)
  })
})

describe('an answer that is lost', () => {
  test.each<[string, (faults: Faults) => void, number | null]>([
    ['to a reset connection', (faults) => faults.reset({ performed: true }), null],
    ['to silence', (faults) => faults.hang({ performed: true }), null],
    ['to a proxy', (faults) => faults.next(502, { performed: true }), 502],
  ])('%s does not undo the write, and a retry has no second effect', async (_, lose, status) => {
    const { client, faults, requests } = await openWorkspace()
    lose(faults)
    const { data, meta } = await client.chatSessions.create({ visitor: { email } }).withMeta()
    expect(meta).toMatchObject({ attempts: 2, replayed: true })
    expect(await client.conversations.list().toArray({ limit: 9 })).toMatchObject([
      { id: data.conversation },
    ])
    expect(requests.slice(0, 2)).toMatchObject([{ status }, { status: 201 }])
  })
})

describe('a hanging request', () => {
  test('is aborted after the timeout, without real waiting', async () => {
    const { client, faults, clock } = await openWorkspace()
    const startedAt = clock.now()
    faults.hang({ times: 3 })
    expect(await failureOf(client.me.get({ maxRetries: 1 }))).toMatchObject({
      code: 'attempt_timeout',
      attempts: 2,
    })
    expect(clock.now() - startedAt).toBe(60_125)
    expect(faults.pending).toBe(1)
  })

  test('can hang in the middle of the body', async () => {
    const { client, faults } = await openWorkspace({ client: { maxRetries: 0 } })
    faults.hang({ bytes: 10 })
    expect(await failureOf(client.me.get())).toMatchObject({
      code: 'attempt_timeout',
      meta: { status: 200 },
    })
  })

  test('stalls a stream', async () => {
    const { client, faults } = await openWorkspace()
    const { id } = await client.chatSessions.create()
    faults.hang({ bytes: 60 })
    const stream = await client.chatSessions.stream(id, { text: 'Hello' })
    expect(await failureOf(stream.text())).toMatchObject({ code: 'stalled' })
  })

  test("is aborted by the caller's signal", async () => {
    const { client, faults, clock } = await openWorkspace({ skipWaits: false })
    const controller = new AbortController()
    faults.hang()
    const failure = failureOf(client.me.get({ signal: controller.signal }))
    await clock.settle()
    expect(faults.pending).toBe(0)
    controller.abort(new Error('enough'))
    expect(await failure).toMatchObject({ code: 'aborted', cause: new Error('enough') })
  })
})

describe('a connection', () => {
  test('that is reset causes a retry', async () => {
    const { client, faults } = await openWorkspace()
    faults.reset()
    expect((await client.me.get().withMeta()).meta.attempts).toBe(2)
    faults.reset()
    expect(await failureOf(client.me.get({ maxRetries: 0 }))).toMatchObject({
      code: 'connection_failed',
      message: expect.stringContaining('ECONNRESET'),
    })
  })

  test('that breaks in the middle of the body is not taken for a whole answer', async () => {
    const { client, faults } = await openWorkspace({ client: { maxRetries: 0 } })
    faults.truncate({ bytes: 20 })
    const truncated = { code: 'response_truncated', status: 200 }
    expect(await failureOf(client.me.get())).toMatchObject(truncated)
    // Part of an error answer still says why; half of a success is useless.
    faults.truncate({ bytes: 20 })
    const failure = await failureOf(client.contacts.get('ct_none'))
    expect(failure).toMatchObject({ code: 'response_unexpected', status: 404 })
    expect((failure as ResponseError).body).toHaveLength(20)
  })

  test('that breaks inside a stream still yields the chunks before the break', async () => {
    const { client, faults } = await openWorkspace()
    const { id } = await client.chatSessions.create()
    faults.truncate({ bytes: 150 })
    const stream = await client.chatSessions.stream(id, { text: 'Hello' })
    const chunks: string[] = []
    const failure = await failureOf(
      (async () => {
        for await (const chunk of stream) chunks.push(chunk.type)
      })(),
    )
    expect(failure).toMatchObject({ code: 'connection-lost' })
    expect(chunks[0]).toBe('start')
  })
})

describe('a late answer', () => {
  test('moves the clock of the workspace, and takes no real time', async () => {
    const { client, faults, clock } = await openWorkspace()
    const startedAt = clock.now()
    faults.delay(29_000)
    expect((await client.me.get().withMeta()).meta.attempts).toBe(1)
    expect(clock.now() - startedAt).toBe(29_000)
    expect(clock.waits).toEqual([])
  })

  test('that arrives after the timeout is not waited for', async () => {
    const { client, faults } = await openWorkspace()
    faults.delay(31_000)
    expect((await client.me.get().withMeta()).meta.attempts).toBe(2)
  })
})

test('clients share the faults of a workspace', async () => {
  const { client, connection, faults } = await openWorkspace({ client: { maxRetries: 0 } })
  const otherClient = createClient({ ...connection, maxRetries: 0 })
  faults.next(500, { times: 2 })
  expect(await failureOf(client.me.get())).toMatchObject({ status: 500 })
  expect(await failureOf(otherClient.me.get())).toMatchObject({ status: 500 })
  expect(await otherClient.me.get()).toMatchObject({ object: 'api_key_identity' })
})

import { describe, expect, expectTypeOf, test } from 'vitest'
import { chatSessionsStream, contactsGet, contactsList, createCore } from '../src/core/index.ts'
import { contactsUpsert, meGet } from '../src/core/operations.ts'
import type { Contact, CoreOptions, ListCall } from '../src/index.ts'
import { failureOf } from './failure-of.ts'
import { json, listOf, page, refusal, type ScriptedServer, startServer } from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'

function coreOf(server: ScriptedServer, options: CoreOptions = {}) {
  return createCore({ apiKey: 'dk_test_secret', baseUrl: `${server.origin}/v1`, ...options })
}

describe('a core', () => {
  test('calls the operations that are given to it, as the methods of a client', async () => {
    const server = await startServer(json({ id: 'ct_1' }), json({ id: 'ct_2' }))
    const core = coreOf(server)
    const call = core.call(contactsGet, 'ct_1')
    expectTypeOf(await call).toEqualTypeOf<Contact>()
    expect((await call.withMeta()).meta.status).toBe(200)
    await core.call(contactsUpsert, { email: 'ada@example.com' }, { idempotencyKey: 'once' })
    expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /v1/contacts/ct_1 ',
      'POST /v1/contacts {"email":"ada@example.com"}',
    ])
    expect(server.seen[1]?.headers['idempotency-key']).toBe('once')
  })

  test('walks through lists', async () => {
    const server = await startServer(json(listOf([{ id: 'ct_1' }], 'a')), json(listOf([])))
    const list = coreOf(server).call(contactsList, { email: 'ada@example.com' })
    expectTypeOf(list).toEqualTypeOf<ListCall<Contact>>()
    expect(await list.toArray({ limit: 9 })).toEqual([{ id: 'ct_1' }])
    expect(server.seen).toHaveLength(2)
  })

  test('streams', async () => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
    )
    const stream = await coreOf(server).call(chatSessionsStream, 'chs_1', { text: 'Hi' })
    expect((await stream.outcome).type).toBe('complete')
    expect(server.seen[0]?.body).toBe('{"text":"Hi","stream":true}')
  })

  test('retries, and fails with the errors of a client', async () => {
    const server = await startServer(page(503), refusal(404, 'not_found'))
    const core = coreOf(server, { clock: createTestClock() })
    expect(await failureOf(core.call(contactsGet, 'ct_1'))).toMatchObject({
      name: 'ApiError',
      code: 'not_found',
      operation: 'contacts.get',
      attempts: 2,
    })
  })

  test('follows no redirect', async () => {
    const server = await startServer((response) =>
      response.writeHead(307, { location: '/v1/me' }).end(),
    )
    expect(await failureOf(coreOf(server).call(meGet))).toMatchObject({ status: 307 })
    expect(server.seen).toHaveLength(1)
  })

  test('checks its options', () => {
    expect(() => createCore({ apiKey: 'dk_test_secret', baseUrl: 'http://host' })).toThrow(/https/)
  })
})

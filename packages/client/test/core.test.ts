import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type CoreOptions,
  chatSessionsStream,
  contactsGet,
  contactsList,
  contactsUpsert,
  createCore,
  meGet,
  readRateLimit,
} from '../src/core/index.ts'
import type { Contact, ListCall } from '../src/index.ts'
import { failureOf } from './failure-of.ts'
import { json, listOf, page, refusal, type ScriptedServer, startServer } from './scripted-server.ts'
import { createTestClock } from './test-clock.ts'

function coreOf(server: ScriptedServer, options: Partial<CoreOptions> = {}) {
  return createCore({ apiKey: 'dk_test_secret', baseUrl: `${server.origin}/v1`, ...options })
}

describe('a core', () => {
  test('calls the operations that are given to it, as the methods of a client', async () => {
    const server = await startServer(json({ id: 'ct_1' }), json({ id: 'ct_2' }))
    const core = coreOf(server)
    const contact = await core.call(contactsGet, 'ct_1')
    expectTypeOf(contact).toEqualTypeOf<Contact>()
    expect(contact).toEqual({ id: 'ct_1' })
    await core.call(contactsUpsert, { email: 'ada@example.com' }, { idempotencyKey: 'once' })
    expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /v1/contacts/ct_1 ',
      'POST /v1/contacts {"email":"ada@example.com"}',
    ])
    expect(server.seen[1]?.headers['idempotency-key']).toBe('once')
  })

  test('gives what the answer said beside its body, where that is asked for', async () => {
    const headers = {
      'ratelimit-limit': '120',
      'ratelimit-remaining': '7',
      'ratelimit-reset': '30',
    }
    const server = await startServer(page(503), (response) =>
      response.writeHead(200, headers).end('{"id":"ct_1"}'),
    )
    const core = coreOf(server, { clock: createTestClock() })
    const { data, meta } = await core.callWithMeta(contactsGet, 'ct_1')
    expect(data).toEqual({ id: 'ct_1' })
    expect(meta).toMatchObject({ status: 200, attempts: 2 })
    expect(meta.rateLimit).toBeUndefined()
    expect(readRateLimit(meta.headers)).toEqual({ limit: 120, remaining: 7, resetSeconds: 30 })
  })

  test('begins a call at once, with the input as it is then', async () => {
    const server = await startServer(json({ id: 'ct_1' }))
    const lead = { email: 'ada@example.com' }
    const call = coreOf(server).call(contactsUpsert, lead)
    lead.email = 'eve@example.com'
    await call
    expect(server.seen[0]?.body).toBe('{"email":"ada@example.com"}')
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

  test.each([Number.NaN, 'two', {}])(
    'makes no further attempt where maxRetries is %j',
    async (no) => {
      const maxRetries = no as number
      const server = await startServer(page(503))
      const core = coreOf(server, { clock: createTestClock() })
      await failureOf(core.call(contactsGet, 'ct_1', { maxRetries }))
      await failureOf(coreOf(server, { maxRetries }).call(contactsGet, 'ct_1'))
      expect(server.seen).toHaveLength(2)
    },
  )

  test('follows no redirect', async () => {
    const server = await startServer((response) =>
      response.writeHead(307, { location: '/v1/me' }).end(),
    )
    expect(await failureOf(coreOf(server).call(meGet))).toMatchObject({ status: 307 })
    expect(server.seen).toHaveLength(1)
  })

  const unsafe: [string, Partial<CoreOptions>, RegExp][] = [
    ['an address that the key could be read on the way to', { baseUrl: 'http://host' }, /https/],
    ['a key with a line break', { apiKey: 'dk_test\n' }, /copy it again/],
    ['a header with a line break', { headers: { 'x-team': 'sales\r\nx: y' } }, /"x-team"/],
  ]
  test.each(unsafe)('refuses %s', (_name, options, message) => {
    const sound = { apiKey: 'dk_test_secret', baseUrl: 'https://host/v1' }
    expect(() => createCore({ ...sound, ...options })).toThrow(message)
  })

  test('refuses an id that is none, without a request', async () => {
    const server = await startServer(json({}))
    const error = await failureOf(coreOf(server).call(contactsGet, '..' as 'ct_1'))
    expect(error).toMatchObject({ code: 'invalid_argument' })
    expect(server.seen).toEqual([])
  })
})

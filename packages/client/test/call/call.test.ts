import { describe, expect, expectTypeOf, test } from 'vitest'
import { ApiError, type CallMeta } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { heldFetch } from '../support/manual-fetch.ts'
import { nextTick } from '../support/next-tick.ts'
import { clientOf, json, page, refusal, startServer } from '../support/scripted-server.ts'

const headers = {
  'x-request-id': 'req_7',
  'service-version': '2026-10-12',
  'ratelimit-limit': '120',
  'ratelimit-remaining': '119',
  'ratelimit-reset': '42',
}

describe('a call', () => {
  test('is sent even if nothing awaits it, but not before its method returns', async () => {
    const { fetch, paths, open } = heldFetch()
    const call = clientOver(fetch).contacts.get('ct_1')
    expect(String(call)).toBe('[object DoorkitCall]')
    expect(paths).toEqual([])
    await nextTick()
    expect(paths).toEqual(['/v1/contacts/ct_1'])
    open[0]?.answer()
    expect(await call.safe()).toMatchObject({ ok: true })
    expect((await call.withMeta()).meta.status).toBe(200)
    expect(paths).toHaveLength(1)
  })

  test('of a list is sent when the list is read', async () => {
    const { fetch, paths, open } = heldFetch(() => Response.json({ object: 'list', data: [] }))
    const list = clientOver(fetch).contacts.list()
    await nextTick()
    expect(paths).toEqual([])
    const first = Promise.resolve(list)
    await nextTick()
    open[0]?.answer()
    expect(await first).toEqual({ object: 'list', data: [] })
  })

  test('is sent once, even if it is awaited again', async () => {
    const server = await startServer(json({ id: 'ct_1' }))
    const call = clientOf(server).contacts.upsert({ email: 'ada@example.com' })
    const results = await Promise.all([call, call, call.then((contact) => contact)])
    expect((await call.withMeta()).data).toBe(results[0])
    expect((await call.safe()).ok).toBe(true)
    expect(results[1]).toBe(results[0])
    expect(server.seen).toHaveLength(1)
  })

  test('sends its input as it was when the method was called', async () => {
    const server = await startServer(json({ object: 'list', data: [] }))
    const client = clientOf(server)
    const input = { email: 'ada@example.com', attributes: { plan: 'apex' } }
    const query = { email: 'ada@example.com' }
    const options = { idempotencyKey: 'first' }
    const calls = [client.contacts.upsert(input, options), client.contacts.list(query)]
    input.attributes.plan = 'origin'
    query.email = 'grace@example.com'
    options.idempotencyKey = 'second'
    await Promise.all(calls)
    const sentRequests = server.seen.map(({ url, body, headers }) => [
      url,
      body,
      headers['idempotency-key'],
    ])
    expect(sentRequests).toContainEqual([
      '/v1/contacts',
      '{"email":"ada@example.com","attributes":{"plan":"apex"}}',
      'first',
    ])
    expect(sentRequests).toContainEqual(['/v1/contacts?email=ada%40example.com', '', undefined])
  })

  test('has the methods of a promise, but is not an instance of Promise', async () => {
    const server = await startServer(refusal(404, 'not_found'), json({ id: 'ct_1' }))
    const client = clientOf(server)
    const call = client.contacts.get('ct_1')
    expect(call).not.toBeInstanceOf(Promise)
    expect(await call.catch(() => 'caught')).toBe('caught')
    let hasEnded = false
    await client.contacts.get('ct_1').finally(() => {
      hasEnded = true
    })
    expect(hasEnded).toBe(true)
    expectTypeOf(call).toExtend<Promise<{ id: string }>>()
  })

  test('has the meta of the answer', async () => {
    const replay = { ...headers, 'idempotent-replayed': 'true' }
    const server = await startServer(
      json({ id: 'ct_1' }, 200, { ...headers, 'idempotent-replayed': 'false' }),
      json({}, 201, replay),
    )
    const client = clientOf(server)
    const readResult = await client.contacts.get('ct_1').withMeta()
    expect(readResult.data).toEqual({ id: 'ct_1' })
    expect(readResult.meta).toEqual({
      requestId: 'req_7',
      status: 200,
      headers: expect.any(Headers),
      rateLimit: { limit: 120, remaining: 119, resetSeconds: 42 },
      attempts: 1,
      version: '2026-10-12',
      idempotencyKey: undefined,
      replayed: false,
    } satisfies CallMeta)
    const write = await client.contacts.upsert({ email: 'ada@example.com' }).withMeta()
    expect(write.meta).toMatchObject({ status: 201, replayed: true })
  })

  test('has no rate limit, request id or version if a header that it needs is missing', async () => {
    const server = await startServer(json({}, 200, { 'ratelimit-limit': '120' }))
    const { meta } = await clientOf(server).me.get().withMeta()
    expect(meta).toMatchObject({ rateLimit: undefined, requestId: undefined, version: undefined })
  })
})

describe('safe()', () => {
  test('returns the result or the error', async () => {
    const server = await startServer(json({ id: 'ct_1' }), refusal(404, 'not_found', headers))
    const client = clientOf(server)
    const success = await client.contacts.get('ct_1').safe()
    expect(success).toMatchObject({ ok: true, data: { id: 'ct_1' }, meta: { status: 200 } })
    const failure = await client.contacts.get('ct_2').safe()
    expect(failure).toMatchObject({ ok: false, meta: { status: 404, requestId: 'req_7' } })
    if (failure.ok) return expect.fail('the call succeeded')
    expect(failure.error).toBeInstanceOf(ApiError)
  })

  test('returns no meta if there was no answer', async () => {
    const server = await startServer(json({}))
    const result = await clientOf(server).me.get({ signal: AbortSignal.abort() }).safe()
    expect(result).toMatchObject({ ok: false, error: { code: 'aborted' }, meta: undefined })
  })

  test('does not catch errors of the program itself', async () => {
    const mistake = new TypeError('undefined is not a function')
    const client = clientOf(await startServer(json({})), {
      middleware: [() => Promise.reject(mistake)],
    })
    expect(await failureOf(client.me.get().safe())).toBe(mistake)
  })
})

describe('request()', () => {
  test('sends a request for which the client has no method, in the same way as its methods do', async () => {
    const server = await startServer(json({ object: 'door' }, 200, headers))
    const call = clientOf(server).request<{ object: string }>({
      method: 'PUT',
      path: '/doors/1',
      query: { color: 'red', open: true },
      body: { open: true },
      idempotencyKey: 'door-1',
    })
    const { data, meta } = await call.withMeta()
    expect(data.object).toBe('door')
    expect(meta).toMatchObject({ requestId: 'req_7', idempotencyKey: 'door-1' })
    expect(server.seen[0]).toMatchObject({
      method: 'PUT',
      url: '/v1/doors/1?color=red&open=true',
      body: '{"open":true}',
      headers: { 'idempotency-key': 'door-1', authorization: 'Bearer dk_test_secret' },
    })
  })

  test('accepts an empty answer', async () => {
    const server = await startServer((response) => response.writeHead(204).end())
    const client = clientOf(server)
    expect(await client.request({ method: 'DELETE', path: '/doors/1' })).toBeUndefined()
    expect(server.seen[0]?.body).toBe('')
  })

  test('accepts only JSON', async () => {
    const request = { method: 'GET', path: '/doors' } as const
    expect(await failureOf(clientOf(await startServer(page(200))).request(request))).toMatchObject({
      code: 'response_not_json',
      message: expect.stringContaining('Expected JSON, but got 200'),
    })
  })

  test('refuses an idempotency key for a read, which has none', async () => {
    const server = await startServer(json({}))
    const request = { method: 'GET', path: '/doors', idempotencyKey: 'door-1' } as const
    expect(await failureOf(clientOf(server).request(request))).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('writes'),
    })
    expect(server.seen).toEqual([])
  })

  test.each([{ path: '/../admin' }, { path: '/a', body: 1n }, { path: '/a', query: { a: null } }])(
    'refuses input that cannot be sent (case %#)',
    async (wrong) => {
      const server = await startServer(json({}))
      const request = { method: 'POST', ...wrong } as { method: 'POST'; path: string }
      const error = await failureOf(clientOf(server).request(request))
      expect(error).toMatchObject({ code: 'invalid_argument' })
      expect(server.seen).toEqual([])
    },
  )
})

describe('the input of a method', () => {
  test('goes into the body of a write, and into the query of a read', async () => {
    const server = await startServer(json({}))
    const client = clientOf(server)
    await client.conversations.get('conv_1', { expand: ['messages'] })
    await client.chatSessions.create()
    await client.webhookEndpoints.test('we_1')
    await client.webhookEndpoints.redeliver('we_1', 'whd_2')
    await client.chatSessions.send('chs_1', { text: 'Hello' })
    expect(server.seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /v1/conversations/conv_1?expand=messages ',
      'POST /v1/chat/sessions {}',
      'POST /v1/webhook_endpoints/we_1/test ',
      'POST /v1/webhook_endpoints/we_1/deliveries/whd_2/redeliver ',
      'POST /v1/chat/sessions/chs_1/messages {"text":"Hello","stream":false}',
    ])
  })
})

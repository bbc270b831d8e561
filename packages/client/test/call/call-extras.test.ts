import { describe, expect, test } from 'vitest'
import { type Middleware, metaOf, type WrapAttempt } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, listOf, page, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

describe('middleware of one call', () => {
  test('runs around each attempt, inside the middleware of the client and outside of hooks', async () => {
    const server = await startServer(page(503), json({}))
    const order: string[] = []
    const namedLayer =
      (name: string): WrapAttempt =>
      (request, next, { attempt }) => {
        order.push(`${name} ${attempt}`)
        return next({ ...request, headers: { ...request.headers, 'x-last': name } })
      }
    const client = clientOf(server, {
      clock: createTestClock(),
      middleware: [
        namedLayer('client'),
        { wrapCall: (next) => next({ attempt: namedLayer('hook') }) },
      ],
    })
    await client.me.get({ middleware: [namedLayer('call'), namedLayer('inner')] })
    expect(order).toEqual(
      [1, 2].flatMap((n) => [`client ${n}`, `call ${n}`, `inner ${n}`, `hook ${n}`]),
    )
    expect(server.seen[1]?.headers['x-last']).toBe('hook')
    order.length = 0
    await client.me.get()
    expect(order).toEqual(['client 1', 'hook 1'])
  })

  test('works for lists, streams and raw requests too', async () => {
    const server = await startServer(
      json(listOf([], 'a')),
      json(listOf([])),
      (response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
      json({}),
    )
    const client = clientOf(server)
    const seen: string[] = []
    const middleware: Middleware[] = [
      (request, next, { operation }) => {
        seen.push(operation.id)
        return next(request)
      },
    ]
    await client.contacts.list({}, { middleware }).toArray({ limit: 1 })
    await client.chatSessions.stream('chs_1', { text: 'Hi' }, { middleware })
    await client.request({ method: 'GET', path: '/new', middleware })
    expect(seen).toEqual(['contacts.list', 'contacts.list', 'chatSessions.stream', 'request'])
  })
})

describe('a member that the option query or body adds', () => {
  test('goes into the query of any call, and overrides the input', async () => {
    const server = await startServer(json(listOf([])))
    const client = clientOf(server)
    await client.contacts.list({ email: 'a@b.c', limit: 5 }, { query: { limit: 7, tier: 'gold' } })
    await client.contacts.get('ct_1', { query: { expand: ['notes', 'owner'] } })
    await client.contacts.upsert({ email: 'a@b.c' }, { query: { dry_run: true } })
    await client.webhookEndpoints.list({ query: { url: undefined, all: true } })
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/contacts?limit=7&email=a%40b.c&tier=gold',
      '/v1/contacts/ct_1?expand=notes&expand=owner',
      '/v1/contacts?dry_run=true',
      '/v1/webhook_endpoints?all=true',
    ])
  })

  test('is sent with the request for every page', async () => {
    const server = await startServer(json(listOf([{ id: 'ct_1' }], 'a')), json(listOf([])))
    const list = clientOf(server).contacts.list({}, { query: { tier: 'gold' } })
    await list.toArray({ limit: 9 })
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/contacts?limit=9&tier=gold',
      '/v1/contacts?limit=9&tier=gold&starting_after=a',
    ])
  })

  test('goes into the body of any write, and overrides the input', async () => {
    const server = await startServer(json({}))
    const client = clientOf(server)
    const body = { company: 'Acme', tier: { name: 'gold' } }
    await client.contacts.update('ct_1', { company: 'Old', phone: '1' }, { body })
    await client.webhookEndpoints.test('we_1', { body: { type: 'lead.captured' } })
    await client.chatSessions.send('chs_1', { text: 'Hi' }, { body: { stream: true, mood: 'x' } })
    expect(server.seen.map((request) => request.body)).toEqual([
      '{"company":"Acme","phone":"1","tier":{"name":"gold"}}',
      '{"type":"lead.captured"}',
      // The method decides whether the answer is streamed.
      '{"text":"Hi","stream":false,"mood":"x"}',
    ])
    expect(server.seen[1]?.headers['content-type']).toBe('application/json')
  })

  test('is read when the method is called', async () => {
    const server = await startServer(json(listOf([])))
    const query = { tier: 'gold' }
    const list = clientOf(server).contacts.list({}, { query })
    query.tier = 'silver'
    await list
    expect(server.seen[0]?.url).toBe('/v1/contacts?tier=gold')
  })
})

describe('metaOf', () => {
  test('returns the meta of the answer that an object came with, and does not change the object', async () => {
    const server = await startServer(
      json({ id: 'ct_1' }, 200, { 'x-request-id': 'req_1' }),
      json(listOf([{ id: 'ct_2' }]), 200, { 'x-request-id': 'req_2' }),
    )
    const client = clientOf(server)
    const contact = await client.contacts.get('ct_1')
    const list = await client.contacts.list()
    expect(metaOf(contact)).toMatchObject({ requestId: 'req_1', status: 200, attempts: 1 })
    expect(metaOf(list)).toMatchObject({ requestId: 'req_2' })
    expect(Reflect.ownKeys(contact)).toEqual(['id'])
    expect(metaOf({ ...contact })).toBeUndefined()
    for (const item of list.data) expect(metaOf(item)).toBeUndefined()
  })

  test('knows pages, streams, raw answers, and results of call middleware', async () => {
    const server = await startServer(
      json(listOf([])),
      (response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
      json({ id: 'ct_3' }),
      json({ id: 'ct_4' }),
      json('text'),
    )
    const client = clientOf(server)
    for await (const page of client.contacts.list().pages()) {
      expect(metaOf(page)?.status).toBe(200)
    }
    expect(metaOf(await client.chatSessions.stream('chs_1', { text: 'Hi' }))?.status).toBe(200)
    const request = { method: 'GET', path: '/new' } as const
    expect(metaOf(await client.request<object>(request))?.status).toBe(200)
    const wrapping = clientOf(server, {
      middleware: [{ wrapCall: async (next) => ({ ...(await next()), data: { mine: true } }) }],
    })
    expect(metaOf(await wrapping.contacts.get('ct_4'))?.attempts).toBe(1)
    expect(await client.request(request)).toBe('text')
  })

  test('knows a frozen answer', async () => {
    const freezing: Middleware = {
      async wrapCall(next) {
        const { data, meta } = await next()
        return { data: Object.freeze(data), meta }
      },
    }
    const client = clientOf(await startServer(json({ id: 'ct_1' })), { middleware: [freezing] })
    expect(metaOf(await client.contacts.get('ct_1'))?.status).toBe(200)
  })
})

describe('an error', () => {
  test('has the method and the URL template of the failed request', async () => {
    const server = await startServer(page(404))
    expect(await failureOf(clientOf(server).contacts.delete('ct_1'))).toMatchObject({
      operation: 'contacts.delete',
      method: 'DELETE',
      urlTemplate: '/contacts/{id}',
    })
  })
})

test('an answer of null is a result', async () => {
  const client = clientOf(await startServer(json(null)))
  expect(await client.request({ method: 'GET', path: '/new' })).toBeNull()
})

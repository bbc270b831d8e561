import { createGunzip, gzipSync } from 'node:zlib'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { fastifyDoorkit } from '../../../src/http/mounts/fastify.ts'
import type { Doorkit } from '../../../src/index.ts'
import { caller, createKit } from '../../support/kit.ts'

/** A kit in an app that the test builds; calls go to `base`. */
async function serve(base: string, mount: (app: FastifyInstance, doorkit: Doorkit) => unknown) {
  const kit = await createKit()
  const app = fastify({ forceCloseConnections: true })
  await mount(app, kit.doorkit)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const call = caller(kit, (path, init) => fetch(`${origin}${base}${path}`, init))
  return { origin, call }
}

const ada = { email: 'ada@example.com' }

test('the version segment may be in the prefix or follow it, and the prefix may be empty', async () => {
  const cases = [
    ['/api/v1', '/api/v1'],
    ['/api/v1', '/api'],
    ['/v1', ''],
  ] as const
  for (const [base, prefix] of cases) {
    const { call } = await serve(base, (app, doorkit) =>
      app.register(fastifyDoorkit(doorkit), { prefix }),
    )
    expect.soft((await call('GET', '/me')).status, prefix).toBe(200)
    expect.soft((await call('POST', '/contacts', { body: ada })).json.email).toBe(ada.email)
    expect.soft((await call('GET', '')).status, prefix).toBe(404)
  }
  expect(cases).toHaveLength(3)
})

test('the routes and parsers of the host stay as they are', async () => {
  const { origin, call } = await serve('/v1', async (app, doorkit) => {
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
    app.post('/echo', async (request) => request.body)
  })
  const response = await fetch(`${origin}/echo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await response.json()).toEqual({ a: 1 })
  expect((await fetch(`${origin}/nothing`)).headers.get('x-request-id')).toBeNull()
  expect((await call('POST', '/contacts', { body: ada })).status).toBe(200)
})

test('headers that the host sets on every answer are on the answers of the API, too', async () => {
  const { call } = await serve('/v1', async (app, doorkit) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('X-Powered-By', 'the host')
    })
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  expect((await call('GET', '/me')).headers.get('x-powered-by')).toBe('the host')
})

test('a method that Fastify does not route gets a problem document of the API', async () => {
  const { call } = await serve('/v1', (app, doorkit) =>
    app.register(fastifyDoorkit(doorkit), { prefix: '/v1' }),
  )
  const { status, json, headers } = await call('PROPFIND', '/contacts')
  expect([status, json.code]).toEqual([405, 'invalid_request'])
  expect(headers.get('allow')).toBe('GET, HEAD, POST')
})

test('the rate limit of the host counts requests to the API', async () => {
  const { call } = await serve('/v1', async (app, doorkit) => {
    await app.register(rateLimit, { max: 2, timeWindow: '1 hour' })
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  expect((await call('GET', '/me')).status).toBe(200)
  expect((await call('POST', '/contacts', { body: ada })).status).toBe(200)
  const { status, headers } = await call('POST', '/contacts', { body: ada })
  expect([status, headers.get('x-request-id')]).toEqual([429, null])
})

test('a preHandler hook of the host decides before the API, for every method and content type', async () => {
  const { call } = await serve('/v1', async (app, doorkit) => {
    app.addHook('preHandler', async (request, reply) => {
      if (request.headers['x-guest'] === undefined) return reply.code(418).send('not you')
    })
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  const types = ['application/json', 'text/plain', 'nonsense', 'application/json; =', ';']
  for (const method of ['POST', 'QUERY', 'DELETE', 'PROPFIND', 'GET']) {
    for (const type of types) {
      const body = method === 'GET' ? {} : { body: '{}' }
      const headers = { 'Content-Type': type }
      const { status, text } = await call(method, '/chat/sessions', { ...body, headers })
      expect.soft([status, text], `${method} ${type}`).toEqual([418, 'not you'])
    }
  }
  const headers = { 'X-Guest': 'yes' }
  expect((await call('POST', '/chat/sessions', { headers })).status).toBe(201)
})

test('hooks of the host see and change every answer, including a stream', async () => {
  const seen: string[] = []
  const { call } = await serve('/v1', async (app, doorkit) => {
    app.addHook('onSend', async (_request, reply, payload) => {
      seen.push(String(reply.getHeader('content-type')))
      reply.header('X-Seen', 'yes')
      return payload
    })
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  const session = await call('POST', '/chat/sessions')
  const path = `/chat/sessions/${session.json.id}/messages`
  const stream = await call('POST', path, { body: { text: 'Hello', stream: true } })
  expect([stream.status, stream.headers.get('x-seen')]).toEqual([200, 'yes'])
  expect(stream.text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(seen).toEqual(['application/json', 'text/event-stream'])
})

test('a body that a hook of the host decompresses is accepted', async () => {
  const { call } = await serve('/v1', async (app, doorkit) => {
    app.addHook('preParsing', async (request, _reply, payload) =>
      request.headers['content-encoding'] === 'gzip' ? payload.pipe(createGunzip()) : payload,
    )
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  const body = gzipSync(JSON.stringify(ada))
  const headers = { 'Content-Encoding': 'gzip' }
  expect((await call('POST', '/contacts', { body, headers })).json.email).toBe(ada.email)
})

test('the API decides about a content type that Fastify cannot read', async () => {
  const { call } = await serve('/v1', (app, doorkit) =>
    app.register(fastifyDoorkit(doorkit), { prefix: '/v1' }),
  )
  for (const type of ['nonsense', ';', 'application/json;']) {
    const headers = { 'Content-Type': type }
    const { status, json } = await call('POST', '/contacts', { body: ada, headers })
    const isJson = type.startsWith('application/json')
    expect
      .soft([status, json.param], type)
      .toEqual(isJson ? [200, undefined] : [400, 'Content-Type'])
  }
  const { status, headers } = await call('QUERY', '/contacts', { body: '{}' })
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})

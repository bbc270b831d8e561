import fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { fastifyDoorkit } from '../../../src/http/mounts/fastify.ts'
import type { Doorkit } from '../../../src/index.ts'
import { caller, createKit } from '../../support/kit.ts'

/** A kit in an app that the test puts together; calls go to `base`. */
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

test('the version segment may stand in the prefix, follow it, or do without one', async () => {
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

test('headers that the host sets on every answer are on these too', async () => {
  const { call } = await serve('/v1', async (app, doorkit) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('X-Powered-By', 'the host')
    })
    await app.register(fastifyDoorkit(doorkit), { prefix: '/v1' })
  })
  expect((await call('GET', '/me')).headers.get('x-powered-by')).toBe('the host')
})

test('a method that Fastify does not route is refused in the words of the API', async () => {
  const { call } = await serve('/v1', (app, doorkit) =>
    app.register(fastifyDoorkit(doorkit), { prefix: '/v1' }),
  )
  const { status, json, headers } = await call('PROPFIND', '/contacts')
  expect([status, json.code]).toEqual([405, 'invalid_request'])
  expect(headers.get('allow')).toBe('GET, HEAD, POST')
})

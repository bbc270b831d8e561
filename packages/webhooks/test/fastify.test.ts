import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { fastifyWebhooks } from '../src/fastify.ts'
import { createWebhookRouter } from '../src/index.ts'
import {
  answerOf,
  createRecordingRouter,
  deliveryRequest,
  describeReceiver,
  event,
  type StartReceiver,
  secret,
} from './receiver-suite.ts'

const start: StartReceiver = async (router, options) => {
  const app = fastify()
  app.register(fastifyWebhooks, { ...options, router, prefix: '/webhooks' })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    send: (request) => fetch(`${address}/webhooks`, request),
    stop: async () => {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

describeReceiver('Fastify', start)

test('the rest of the application keeps its JSON parser and its errors', async () => {
  const { router } = createRecordingRouter()
  const app = fastify()
  app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  app.post('/echo', async (request) => request.body)
  const headers = { 'content-type': 'application/json' }
  const echo = await app.inject({ method: 'POST', url: '/echo', payload: '{"a":1}', headers })
  expect(echo.json()).toEqual({ a: 1 })
  const brokenAnswer = await app.inject({ method: 'POST', url: '/echo', payload: '{', headers })
  expect(brokenAnswer.statusCode).toBe(400)
  expect(brokenAnswer.json()).not.toHaveProperty('error.code')
  await app.close()
})

test('the route may be at a path below the prefix', async () => {
  const { router, notes } = createRecordingRouter()
  const app = fastify()
  app.register(fastifyWebhooks, { router, prefix: '/hooks', path: '/doorkit' })
  const { headers, body } = deliveryRequest() as { headers: Record<string, string>; body: string }
  const response = await app.inject({
    method: 'POST',
    url: '/hooks/doorkit',
    payload: body,
    headers,
  })
  expect(response.statusCode).toBe(200)
  expect(notes).toEqual([event.id])
  await app.close()
})

test('a body that a hook has parsed is refused with parsed_body', async () => {
  const { router, notes } = createRecordingRouter()
  const app = fastify()
  app.addHook('preHandler', async (request) => {
    request.body = JSON.parse(String(request.body))
  })
  app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/webhooks`, deliveryRequest())
  expect(await answerOf(response)).toEqual([500, 'parsed_body'])
  expect(notes).toEqual(['parsed_body'])
  await app.close()
})

test('if a hook fails, the answer is 500, and the error of the hook is reported unchanged', async () => {
  const thrownError = new Error('no session store')
  const reports: unknown[] = []
  const onError = (error: unknown) => reports.push(error)
  const router = createWebhookRouter({ secret, fallback: () => {}, onError })
  const app = fastify()
  app.addHook('preHandler', async () => {
    throw thrownError
  })
  app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/webhooks`, deliveryRequest())
  expect(await answerOf(response)).toEqual([500, 'handler_failed'])
  expect(reports).toEqual([thrownError])
  await app.close()
})

test('the route answers with and without a slash after the prefix', async () => {
  const app = fastify()
  app.register(fastifyWebhooks, { router: createRecordingRouter().router, prefix: '/webhooks' })
  for (const url of ['/webhooks', '/webhooks/']) {
    const { headers, body } = deliveryRequest() as { headers: Record<string, string>; body: string }
    const { statusCode } = await app.inject({ method: 'POST', url, payload: body, headers })
    expect(statusCode, url).toBe(200)
  }
  await app.close()
})

test('a body that does not match its content-length is refused with body_read_failed', async () => {
  const { router, notes } = createRecordingRouter()
  const app = fastify()
  app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  const { headers, body } = deliveryRequest() as { headers: Record<string, string>; body: string }
  const response = await app.inject({
    method: 'POST',
    url: '/webhooks',
    payload: body,
    headers: { ...headers, 'content-length': '7' },
  })
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'body_read_failed'])
  expect(notes).toEqual(['body_read_failed'])
  await app.close()
})

test('if a sender disconnects within the body, the router reports body_read_failed', async () => {
  const app = fastify()
  const report = new Promise((resolve) => {
    const router = createWebhookRouter({ secret, fallback: () => {}, onError: resolve })
    app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const head = ['POST /webhooks HTTP/1.1', 'host: x', 'content-length: 100', '', 'half']
  socket.write(head.join('\r\n'), () => socket.destroy())
  expect(await report).toMatchObject({ code: 'body_read_failed' })
  await app.close()
})

test('a malformed content type is refused with malformed_header', async () => {
  const { router, notes } = createRecordingRouter()
  const app = fastify()
  app.register(fastifyWebhooks, { router, prefix: '/webhooks' })
  const { headers, body } = deliveryRequest() as { headers: Record<string, string>; body: string }
  const response = await app.inject({
    method: 'POST',
    url: '/webhooks',
    payload: body,
    headers: { ...headers, 'content-type': 'json' },
  })
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'malformed_header'])
  expect(notes).toEqual(['malformed_header'])
  await app.close()
})

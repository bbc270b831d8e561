import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { createHooks } from './support/hooks.ts'
import { expectNotFound } from './support/problem.ts'
import { answering, startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { accepts, signaturesOf } from './support/signature.ts'
import type { EventEnvelope, List, WebhookEndpoint, WebhookTest } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()
const { api } = server
const hooks = createHooks(api)

const sendTest = (id: string) => ok(api.post<WebhookTest>(`/webhook_endpoints/${id}/test`))

// docs/api.md#webhook-endpoint
test('the test operation returns the answer of the endpoint', async () => {
  const target = receiver.openTarget(answering(202, 'got it'))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  const result = await sendTest(id)
  expect(result).toMatchObject({ status: 202, response: 'got it' })
  expect(result.duration_ms).toBeGreaterThanOrEqual(0)
})

// docs/api.md#event-types
test('a webhook.test is signed like any event and has the id of its endpoint', async () => {
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  await sendTest(id)
  const received = await target.next()
  expect(accepts(received, secret)).toBe(true)
  expect(received.headers['webhook-id']).toBe(received.event.id)
  expect(received.event).toMatchObject({
    object: 'event',
    type: 'webhook.test',
    data: { object: { endpoint: id, message: expect.stringMatching(/\S/) } },
  })
})

test('a webhook.test is sent once, never retried, and not in GET /events', async () => {
  const target = receiver.openTarget(answering(500, 'broken'))
  const { id } = await hooks.subscribe(target, '*')
  expect(await sendTest(id)).toMatchObject({ status: 500, response: 'broken' })
  const { event } = await target.next()
  expect(target.received).toHaveLength(1)
  // Without a delivery, nothing can be retried.
  expect(await hooks.listDeliveries(id)).toEqual([])
  const { data } = await ok(api.get<List<EventEnvelope>>('/events?limit=100'))
  expect(data.filter(({ type }) => type === 'webhook.test')).toEqual([])
  expectNotFound(await api.get(`/events/${event.id}`))
})

// docs/api.md#deliveries
test('the test operation does not follow a redirect but returns it', async () => {
  const elsewhere = receiver.openTarget()
  const target = receiver.openTarget(answering(307, '', { Location: elsewhere.url }))
  const { id } = await hooks.subscribe(target, '*')
  expect((await sendTest(id)).status).toBe(307)
  expect(elsewhere.received).toEqual([])
})

// docs/api.md#webhook-endpoint-states
test('an answer of 410 to a webhook.test does not disable the endpoint', async () => {
  const target = receiver.openTarget(answering(410))
  const { id } = await hooks.subscribe(target, '*')
  expect((await sendTest(id)).status).toBe(410)
  const { status } = await ok(api.get<WebhookEndpoint>(`/webhook_endpoints/${id}`))
  expect(status).toBe('enabled')
})

// docs/api.md#webhook-endpoint
test('the result of a webhook.test without an answer has a reason instead of a status', async () => {
  const target = receiver.openTarget((response) => response.destroy())
  const { id } = await hooks.subscribe(target, '*')
  const result = await sendTest(id)
  expect(result.status).toBeNull()
  expect(result.response).toMatch(/\S/)
})

test('the test operation returns the first 500 characters of a long answer', async () => {
  const target = receiver.openTarget(answering(200, `${'y'.repeat(500)}${'n'.repeat(70_000)}`))
  const { id } = await hooks.subscribe(target, '*')
  expect((await sendTest(id)).response).toBe('y'.repeat(500))
})

// docs/api.md#signature
test('a webhook.test after a rotation has the signatures of both secrets', async () => {
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, '*')
  const path = `/webhook_endpoints/${id}/rotate_secret`
  const { secret: newSecret } = await ok(api.post<{ secret: string }>(path))
  await sendTest(id)
  const received = await target.next()
  expect(signaturesOf(received)).toHaveLength(2)
  expect([accepts(received, secret), accepts(received, newSecret)]).toEqual([true, true])
})

// docs/api.md#webhook-endpoint
test('another workspace cannot test an endpoint, rotate its secret or list its deliveries', async () => {
  const target = receiver.openTarget()
  const { id } = await hooks.subscribe(target, '*')
  expectNotFound(await server.testApi.post(`/webhook_endpoints/${id}/test`))
  expectNotFound(await server.testApi.post(`/webhook_endpoints/${id}/rotate_secret`))
  expectNotFound(await server.testApi.get(`/webhook_endpoints/${id}/deliveries`))
  expect(target.received).toEqual([])
})

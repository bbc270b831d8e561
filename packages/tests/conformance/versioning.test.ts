import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { expectProblem } from './support/problem.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type { EventEnvelope, List } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()
const { api } = server

const version = '2026-10-12'

// docs/api.md#versions
test('every response has the version of the API', async () => {
  const answers = [
    await api.get('/me'),
    await api.get('/contacts'),
    await api.post('/privacy/erasures', { email: 'nobody@example.com' }),
    await api.get('/nowhere'),
    await api.send('PUT', '/me'),
    await api.get('/contacts/ct_unknown'),
    await api.post('/contacts', '{'),
    await server.as(null).get('/me'),
    await server.as('dk_live_unknown').get('/me'),
    await api.get('/me', { 'Service-Version': '1999-01-01' }),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('service-version'), answer.text).toBe(version)
  }
  expect(answers).toHaveLength(10)
})

test('a request with the current version is answered like one without a version', async () => {
  const pinned = await api.get('/contacts?limit=3', { 'Service-Version': version })
  expect(pinned.status).toBe(200)
  expect(pinned.text).toBe((await api.get('/contacts?limit=3')).text)
})

test('an unknown version is refused', async () => {
  const values = ['2026-10-13', '1999-01-01', 'latest', '2026-10-12.1', '20261012', '']
  for (const value of values) {
    const answer = await api.get('/me', { 'Service-Version': value })
    expectProblem(answer, { status: 400, code: 'unsupported_version' })
  }
  expect(values).toHaveLength(6)
})

test('webhook payloads and listed events have the version as api_version', async () => {
  const target = receiver.openTarget()
  const hook = { url: target.url, events: ['*'] }
  const { id } = await ok(api.post<{ id: string }>('/webhook_endpoints', hook), 201)
  await ok(api.post(`/webhook_endpoints/${id}/test`))
  expect((await target.next('webhook.test')).event.api_version).toBe(version)
  const session = await ok(api.post<{ id: string }>('/chat/sessions', {}), 201)
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text: 'I want a person' }))
  expect((await target.next()).event.api_version).toBe(version)
  const { data } = await ok(api.get<List<EventEnvelope>>('/events'))
  expect(data.length).toBeGreaterThan(0)
  for (const { api_version } of data) expect(api_version).toBe(version)
})

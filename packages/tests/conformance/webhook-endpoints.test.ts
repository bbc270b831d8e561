import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectConflict, expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Deletion, List, WebhookEndpoint } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks')
const { api } = server

const url = 'https://hooks.example.com/in'
const create = (body: object) => ok(api.post<WebhookEndpoint>('/webhook_endpoints', body), 201)
const listEndpoints = async () =>
  (await ok(api.get<List<WebhookEndpoint>>('/webhook_endpoints'))).data
const deleteEndpoints = async () => {
  for (const { id } of await listEndpoints()) await ok(api.delete(`/webhook_endpoints/${id}`))
}

const eventTypes = [
  'lead.captured',
  'handoff.requested',
  'meeting.booked',
  'meeting.rescheduled',
  'meeting.canceled',
  'conversation.started',
  'conversation.completed',
  'experiment.started',
  'experiment.winner_found',
  'knowledge.source_failed',
  'contact.deleted',
]

// docs/api.md#webhook-endpoint
test('a new endpoint has every documented field and a secret', async () => {
  const endpoint = await create({ url, events: ['lead.captured'], description: 'CRM' })
  expect(endpoint).toMatchObject({
    id: anId('we_'),
    object: 'webhook_endpoint',
    url,
    description: 'CRM',
    events: ['lead.captured'],
    status: 'enabled',
    disabled_reason: null,
    failing_since: null,
    created_at: aTimestamp,
    updated_at: aTimestamp,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]+=*$/),
  })
  const bytes = Buffer.from((endpoint.secret ?? '').slice('whsec_'.length), 'base64')
  expect(bytes.length).toBeGreaterThanOrEqual(24)
  expect(bytes.length).toBeLessThanOrEqual(64)
})

test('the secret is only in the answers of creation and rotation', async () => {
  const { id, secret } = await create({ url, events: ['*'] })
  const rotated = await ok(api.post<WebhookEndpoint>(`/webhook_endpoints/${id}/rotate_secret`))
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(secret)
  expect(rotated).toMatchObject({ id, object: 'webhook_endpoint' })
  const others = [
    await ok(api.get(`/webhook_endpoints/${id}`)),
    await ok(api.patch(`/webhook_endpoints/${id}`, { description: 'x' })),
    ...(await listEndpoints()),
  ]
  for (const endpoint of others) expect(endpoint).not.toHaveProperty('secret')
  expect(others.length).toBeGreaterThan(2)
  await deleteEndpoints()
})

test('a description is optional, and every endpoint has its own secret', async () => {
  const [first, second] = [
    await create({ url, events: ['*'] }),
    await create({ url, events: ['*'] }),
  ]
  expect(first.description).toBe('')
  expect(first.secret).not.toBe(second.secret)
  await deleteEndpoints()
})

test('an endpoint can subscribe to one event type, to several, or to all with `*`', async () => {
  for (const type of eventTypes) {
    const { id, events } = await create({ url, events: [type] })
    expect(events).toEqual([type])
    await ok(api.delete(`/webhook_endpoints/${id}`))
  }
  expect((await create({ url, events: eventTypes })).events).toEqual(eventTypes)
  expect((await create({ url, events: ['*'] })).events).toEqual(['*'])
  expect(eventTypes).toHaveLength(11)
  await deleteEndpoints()
})

test('missing, empty, repeated or unknown event types, and types together with *, are refused', async () => {
  const wrong = [
    undefined,
    [],
    'lead.captured',
    ['lead.captured', 'lead.captured'],
    ['*', 'lead.captured'],
    ['*', '*'],
    ['lead.lost'],
    ['lead.*'],
    [''],
    [7],
    [null],
  ]
  for (const events of wrong) {
    const { param } = expectInvalid(await api.post('/webhook_endpoints', { url, events }))
    expect(param).toMatch(/^events/)
  }
  expect(wrong).toHaveLength(11)
  expect(await listEndpoints()).toEqual([])
})

test('a description can have 500 characters', async () => {
  const description = 'x'.repeat(500)
  expect((await create({ url, events: ['*'], description })).description).toBe(description)
  const longer = { url, events: ['*'], description: `${description}x` }
  expectInvalid(await api.post('/webhook_endpoints', longer), 'description')
  await deleteEndpoints()
})

test('a missing or invalid url is refused, and the error names the field', async () => {
  const urls = [undefined, null, '', 'hooks.example.com', 'ftp://hooks.example.com', 'https://', 7]
  for (const wrong of urls) {
    expectInvalid(await api.post('/webhook_endpoints', { url: wrong, events: ['*'] }), 'url')
  }
  expect(urls).toHaveLength(7)
})

test('the 17th endpoint is a conflict, and deleting one makes room', async () => {
  await deleteEndpoints()
  for (let count = 1; count <= 16; count += 1)
    await create({ url: `${url}/${count}`, events: ['*'] })
  expectConflict(await api.post('/webhook_endpoints', { url, events: ['*'] }))
  const [newest] = await listEndpoints()
  expect(await listEndpoints()).toHaveLength(16)
  await ok(api.delete(`/webhook_endpoints/${newest?.id}`))
  await create({ url, events: ['*'] })
  await deleteEndpoints()
})

test('of 17 requests for a new endpoint at the same time, only 16 succeed', async () => {
  await deleteEndpoints()
  const answers = await Promise.all(
    Array.from({ length: 17 }, (_, index) =>
      api.post('/webhook_endpoints', { url: `${url}/${index}`, events: ['*'] }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(16)
  const [refused] = answers.filter(({ status }) => status !== 201)
  if (!refused) throw new Error('All 17 endpoints were created.')
  expectConflict(refused)
  expect(await listEndpoints()).toHaveLength(16)
  await deleteEndpoints()
})

test('a single endpoint is the same as in the list', async () => {
  const { id } = await create({ url, events: ['*'] })
  const [listed] = await listEndpoints()
  expect(await ok(api.get(`/webhook_endpoints/${id}`))).toEqual(listed)
  expectNotFound(await api.get('/webhook_endpoints/we_unknown'))
  expectNotFound(await server.testApi.get(`/webhook_endpoints/${id}`))
  await deleteEndpoints()
})

test('PATCH changes the given fields and keeps the others', async () => {
  const { id, secret, ...before } = await create({
    url,
    events: ['lead.captured'],
    description: 'A',
  })
  expect(secret).toBeDefined()
  const path = `/webhook_endpoints/${id}`
  const steps = [
    { description: 'B' },
    { events: ['*'] },
    { url: 'https://other.example.com/in' },
    { status: 'disabled' },
    {},
  ]
  let expected: object = { ...before, id }
  for (const step of steps) {
    const after = await ok(api.patch<WebhookEndpoint>(path, step))
    expected = { ...expected, ...step, updated_at: after.updated_at }
    if ('status' in step) expected = { ...expected, disabled_reason: 'manual' }
    expect(after).toEqual(expected)
  }
  expect(await ok(api.get(path))).toEqual(expected)
  await deleteEndpoints()
})

test('PATCH has the same rules as creation', async () => {
  const { id } = await create({ url, events: ['*'] })
  const path = `/webhook_endpoints/${id}`
  expect(expectInvalid(await api.patch(path, { events: [] })).param).toMatch(/^events/)
  expect(expectInvalid(await api.patch(path, { events: ['lead.lost'] })).param).toMatch(/^events/)
  expectInvalid(await api.patch(path, { url: 'nowhere' }), 'url')
  expectInvalid(await api.patch(path, { status: 'paused' }), 'status')
  expectInvalid(await api.patch(path, { description: 'x'.repeat(501) }), 'description')
  expectInvalid(await api.patch(path, { secret: 'whsec_x' }), 'secret')
  expectNotFound(await api.patch('/webhook_endpoints/we_unknown', { description: 'x' }))
  await deleteEndpoints()
})

// docs/api.md#webhook-endpoint-states
test('an endpoint can be disabled and enabled again', async () => {
  const { id } = await create({ url, events: ['*'] })
  const path = `/webhook_endpoints/${id}`
  const off = await ok(api.patch<WebhookEndpoint>(path, { status: 'disabled' }))
  expect(off).toMatchObject({ status: 'disabled', disabled_reason: 'manual' })
  const on = await ok(api.patch<WebhookEndpoint>(path, { status: 'enabled' }))
  expect(on).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null })
  await deleteEndpoints()
})

// docs/api.md#webhook-endpoint
test('a deleted endpoint is neither found nor listed', async () => {
  const { id } = await create({ url, events: ['*'] })
  const path = `/webhook_endpoints/${id}`
  const answer = await ok(api.delete<Deletion>(path))
  expect(answer).toEqual({ id, object: 'webhook_endpoint', deleted: true })
  expectNotFound(await api.get(path))
  expectNotFound(await api.delete(path))
  expect(await listEndpoints()).toEqual([])
})

// docs/api.md#json
test('an operation without a body accepts none or an empty object', async () => {
  const { id } = await create({ url, events: ['*'] })
  const path = `/webhook_endpoints/${id}/rotate_secret`
  await ok(api.post(path))
  await ok(api.post(path, {}))
  expectInvalid(await api.post(path, { secret: 'mine' }), 'secret')
  expectInvalid(await api.post(path, '[]'))
  const deletion = { method: 'DELETE', path: `/webhook_endpoints/${id}` }
  expectInvalid(await api.send(deletion.method, deletion.path, { body: { force: true } }), 'force')
  await ok(api.send(deletion.method, deletion.path, { body: {} }))
})

// docs/api.md#addresses-of-endpoints
test('the URL of a public host needs HTTPS and a host name, even if private hosts are allowed', async () => {
  const urls = ['http://hooks.example.com/in', 'http://8.8.8.8/in', 'https://8.8.8.8/in']
  for (const address of urls) {
    expectInvalid(await api.post('/webhook_endpoints', { url: address, events: ['*'] }), 'url')
  }
  expect(urls).toHaveLength(3)
})

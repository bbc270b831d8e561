import { expect, test } from 'vitest'
import { ok, withIdempotencyKey } from './support/api.ts'
import { expectConflict, expectNotFound, expectProblem } from './support/problem.ts'
import { type ReceivedDelivery, startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type {
  ChatSession,
  Contact,
  List,
  WebhookEndpoint,
  WebhookTest,
  Workspace,
} from './support/wire.ts'
import type { Appearance, LinkGreeting, PersonalLink } from './support/wire-site.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()
const { api } = server

const endpoint = { url: 'https://hooks.example.com/in', events: ['*'] }
const countEndpoints = async () =>
  (await ok(api.get<List<WebhookEndpoint>>('/webhook_endpoints'))).data.length

/** Returns the parts of an answer that a replay repeats. */
const repeatedPartsOf = ({
  status,
  text,
  headers,
}: {
  status: number
  text: string
  headers: Headers
}) => ({
  status,
  text,
  requestId: headers.get('x-request-id'),
  contentType: headers.get('content-type'),
})
const reused = { status: 422, code: 'idempotency_key_reused' }
const slowTarget = receiver.openTarget()

// docs/api.md#idempotency
test('a replay is byte-identical, including its X-Request-Id, and is marked as a replay', async () => {
  const headers = withIdempotencyKey()
  const first = await api.post('/contacts', { email: 'replay@example.com' }, headers)
  expect(first.status).toBe(200)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  const second = await api.post('/contacts', { email: 'replay@example.com' }, headers)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
})

test('a creation under one idempotency key happens once, and every replay is a 201 with the same secret', async () => {
  const headers = withIdempotencyKey()
  const before = await countEndpoints()
  const first = await api.post<WebhookEndpoint>('/webhook_endpoints', endpoint, headers)
  expect(first.status).toBe(201)
  for (let replay = 0; replay < 3; replay += 1) {
    const again = await api.post<WebhookEndpoint>('/webhook_endpoints', endpoint, headers)
    expect(repeatedPartsOf(again)).toEqual(repeatedPartsOf(first))
    expect(again.body.secret).toBe(first.body.secret)
  }
  expect(await countEndpoints()).toBe(before + 1)
})

test('a change under one idempotency key happens once', async () => {
  const { revision } = await ok(api.get<Appearance>('/appearance'))
  const headers = withIdempotencyKey()
  const body = { revision, title: 'Once' }
  const first = await api.patch<Appearance>('/appearance', body, headers)
  const second = await api.patch<Appearance>('/appearance', body, headers)
  expect(first.body.revision).toBe(revision + 1)
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  expect((await ok(api.get<Appearance>('/appearance'))).revision).toBe(revision + 1)
})

test('a repeated deletion under one idempotency key gets the same answer', async () => {
  const { id } = await ok(api.post<WebhookEndpoint>('/webhook_endpoints', endpoint), 201)
  const headers = withIdempotencyKey()
  const first = await api.delete(`/webhook_endpoints/${id}`, headers)
  expect(first.status).toBe(200)
  const second = await api.delete(`/webhook_endpoints/${id}`, headers)
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  expectNotFound(await api.delete(`/webhook_endpoints/${id}`))
})

test('an export and the URL of a personal link are replayed', async () => {
  const email = 'held@example.com'
  await ok(api.post<Contact>('/contacts', { email, company: 'Held' }))
  const greetingBody = { name: 'Greeting', text: 'Hello {first|there}' }
  const { id: greeting } = await ok(api.post<LinkGreeting>('/link_greetings', greetingBody))
  const linkBody = { name: 'Link', page: '/', greeting }
  const { id } = await ok(api.post<PersonalLink>('/personal_links', linkBody), 201)
  for (const path of ['/privacy/exports', `/personal_links/${id}/urls`]) {
    const headers = withIdempotencyKey()
    const first = await api.post(path, { email }, headers)
    expect(first.status).toBe(200)
    const second = await api.post(path, { email }, headers)
    expect(second.headers.get('idempotent-replayed'), path).toBe('true')
    expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
    expectProblem(await api.post(path, { email: 'other@example.com' }, headers), reused)
  }
})

test('a conflict is final under its idempotency key, even after its reason is gone', async () => {
  const owner = await ok(
    api.post<Contact>('/contacts', { email: 'owner@example.com', external_id: 'taken' }),
  )
  const other = await ok(api.post<Contact>('/contacts', { email: 'other@example.com' }))
  const headers = withIdempotencyKey()
  const patch = () => api.patch(`/contacts/${other.id}`, { external_id: 'taken' }, headers)
  const first = await patch()
  expectConflict(first)
  await ok(api.patch(`/contacts/${owner.id}`, { external_id: null }))
  const second = await patch()
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await ok(api.get<Contact>(`/contacts/${other.id}`))).external_id).toBeNull()
})

test('answers with the status 400, 404 or 413 are stored and replayed', async () => {
  const requests = [
    ['/contacts', { email: 'not an address' }, 400],
    ['/contacts', '{"email":', 400],
    ['/webhook_endpoints/we_unknown/rotate_secret', undefined, 404],
    ['/contacts', ' '.repeat(262_145), 413],
  ] as const
  for (const [path, body, status] of requests) {
    const headers = withIdempotencyKey()
    const first = await api.post(path, body, headers)
    expect(first.status).toBe(status)
    const second = await api.post(path, body, headers)
    expect(second.headers.get('idempotent-replayed'), first.text).toBe('true')
    expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  }
  expect(requests).toHaveLength(4)
})

test('the same idempotency key with another API key is a different one', async () => {
  const other = await server.withScopes('webhooks:write')
  const headers = withIdempotencyKey()
  const first = await ok(api.post<WebhookEndpoint>('/webhook_endpoints', endpoint, headers), 201)
  const second = await other.post<WebhookEndpoint>('/webhook_endpoints', endpoint, headers)
  expect(second.status).toBe(201)
  expect(second.headers.get('idempotent-replayed')).toBeNull()
  expect(second.body.id).not.toBe(first.id)
})

test('a repeated request is refused while the first one runs, and gets a replay afterwards', async () => {
  let release = () => {}
  const arrived = new Promise<ReceivedDelivery>((resolve) => {
    slowTarget.reply((response, received) => {
      release = () => response.writeHead(200).end('done')
      resolve(received)
    })
  })
  const { id } = await ok(
    api.post<WebhookEndpoint>('/webhook_endpoints', { url: slowTarget.url, events: ['*'] }),
    201,
  )
  const headers = withIdempotencyKey()
  const path = `/webhook_endpoints/${id}/test`
  const running = api.post<WebhookTest>(path, undefined, headers)
  await arrived
  const meanwhile = await api.post(path, undefined, headers)
  expectProblem(meanwhile, { status: 409, code: 'idempotency_key_in_use' })
  expect(meanwhile.headers.get('retry-after')).toBe('1')
  expectProblem(await api.post('/contacts', {}, headers), reused)
  release()
  const first = await running
  expect(first.body).toMatchObject({ status: 200, response: 'done' })
  const replayed = await api.post(path, undefined, headers)
  expect(repeatedPartsOf(replayed)).toEqual(repeatedPartsOf(first))
  expect(slowTarget.received).toHaveLength(1)
})

test('only one of many simultaneous requests under one idempotency key takes effect', async () => {
  const headers = withIdempotencyKey()
  const before = await countEndpoints()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      api.post<WebhookEndpoint>('/webhook_endpoints', endpoint, headers),
    ),
  )
  expect(await countEndpoints()).toBe(before + 1)
  const created = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 409)
  expect(created.length).toBeGreaterThan(0)
  expect(created.length + refused.length).toBe(12)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  expect(created.filter((answer) => !answer.headers.has('idempotent-replayed'))).toHaveLength(1)
  for (const answer of refused) {
    expectProblem(answer, { status: 409, code: 'idempotency_key_in_use' })
  }
})

// docs/api.md#streamed-replies
test('a streamed request frees its idempotency key at its end, and a repeated request gets a new answer to the same message', async () => {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  const headers = withIdempotencyKey()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await api.post(path, { text: 'Hello', stream: true }, headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(answer.headers.get('idempotent-replayed')).toBeNull()
  }
  const { messages } = await ok(api.get<ChatSession>(`/chat/sessions/${session.id}`))
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant'])
})

// docs/api.md#idempotency
test('a JSON reply of the agent is replayed, and the message is stored once', async () => {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  const headers = withIdempotencyKey()
  const first = await api.post(path, { text: 'Hello' }, headers)
  const second = await api.post(path, { text: 'Hello' }, headers)
  expect(first.status).toBe(200)
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  const { messages } = await ok(api.get<ChatSession>(`/chat/sessions/${session.id}`))
  expect(messages).toHaveLength(2)
})

test('a session whose creation is replayed counts only once against the allowance', async () => {
  const readUsage = async () =>
    (await ok(api.get<Workspace>('/workspace'))).usage.chat_sessions_this_month
  const before = await readUsage()
  const headers = withIdempotencyKey()
  const first = await api.post<ChatSession>('/chat/sessions', {}, headers)
  const second = await api.post<ChatSession>('/chat/sessions', {}, headers)
  expect(first.status).toBe(201)
  expect(repeatedPartsOf(second)).toEqual(repeatedPartsOf(first))
  expect(await readUsage()).toBe(before + 1)
})

test('a refusal for a missing card does not use up the idempotency key', async () => {
  const headers = withIdempotencyKey()
  const body = { email: 'card@example.com' }
  await server.host.workspaces.update(server.workspace, { billing: 'card_required' })
  expect((await api.post('/contacts', body, headers)).status).toBe(402)
  await server.host.workspaces.update(server.workspace, { billing: 'active' })
  const answer = await api.post('/contacts', body, headers)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('idempotent-replayed')).toBeNull()
})

test('a read ignores an Idempotency-Key', async () => {
  const headers = withIdempotencyKey()
  await ok(api.get('/contacts?email=first@example.com', headers))
  const second = await api.get('/contacts?email=second@example.com', headers)
  expect(second.status).toBe(200)
  expect(second.headers.get('idempotent-replayed')).toBeNull()
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Answer, ok } from './support/api.ts'
import { expectInvalid, expectNotFound, expectProblem, type Problem } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { ChatSession, Contact } from './support/wire.ts'
import type { Appearance, Experiment } from './support/wire-site.ts'

const server = await startServer()
const { api, testApi } = server

/**
 * For each error code, a request that gets it. The codes that need simultaneous requests
 * (`idempotency_key_in_use`), a used-up allowance (`quota_exceeded`) or a failure (`internal_error`) are
 * not here.
 */
const errorCases: Readonly<
  Record<string, { status: number; ask: () => Promise<Answer<unknown>> }>
> = {
  authentication_required: { status: 401, ask: () => server.as(null).get('/me') },
  invalid_api_key: { status: 401, ask: () => server.as('dk_live_unknown').get('/me') },
  insufficient_scope: {
    status: 403,
    ask: async () => (await server.withScopes('chat:write')).get('/contacts'),
  },
  invalid_request: { status: 400, ask: () => api.get('/contacts?limit=0') },
  not_found: { status: 404, ask: () => api.get('/contacts/ct_unknown') },
  conflict: { status: 409, ask: () => api.patch('/appearance', { revision: 999_999 }) },
  idempotency_key_reused: {
    status: 422,
    async ask() {
      const headers = { 'Idempotency-Key': randomUUID() }
      await api.post('/contacts', { email: 'reused@example.com' }, headers)
      return api.post('/contacts', { email: 'reused-again@example.com' }, headers)
    },
  },
  unsupported_version: {
    status: 400,
    ask: () => api.get('/me', { 'Service-Version': '1999-01-01' }),
  },
  unprocessable: {
    status: 422,
    async ask() {
      const body = {
        name: 'Draft',
        pages: ['/'],
        metric: 'chats',
        headline: 'Hello',
        buttons: [],
      }
      const { id } = await ok(api.post<Experiment>('/experiments', body), 201)
      return api.post(`/experiments/${id}/resume`)
    },
  },
  payment_required: { status: 402, ask: () => askWithoutCard() },
  feature_disabled: { status: 403, ask: () => askBeyondPlan() },
  rate_limited: { status: 429, ask: () => askBeyondRate() },
}

async function askWithoutCard() {
  await server.host.workspaces.update(server.test_workspace, { billing: 'card_required' })
  const answer = await testApi.get('/me')
  await server.host.workspaces.update(server.test_workspace, { billing: 'active' })
  return answer
}

async function askBeyondPlan() {
  await server.host.workspaces.update(server.test_workspace, { plan: 'origin' })
  const answer = await testApi.post('/chat/sessions', {})
  await server.host.workspaces.update(server.test_workspace, { plan: 'apex' })
  return answer
}

async function askBeyondRate() {
  const keyApi = await server.withScopes('privacy:write')
  const requestExport = () => keyApi.post('/privacy/exports', { email: 'nobody@example.com' })
  await Promise.all(Array.from({ length: 60 }, requestExport))
  return requestExport()
}

// docs/api.md#errors
test('an error is a problem document with the status of its code', async () => {
  const codes = Object.entries(errorCases)
  for (const [code, { status, ask }] of codes) expectProblem(await ask(), { status, code })
  expect(codes).toHaveLength(12)
})

test('the type and title of an error depend only on its code', async () => {
  const first = expectNotFound(await api.get('/contacts/ct_unknown'))
  const second = expectNotFound(await api.delete('/webhook_endpoints/we_unknown'))
  const other = expectInvalid(await api.get('/contacts?limit=0'))
  expect([second.type, second.title]).toEqual([first.type, first.title])
  expect(other.type).not.toBe(first.type)
  expect(other.title).not.toBe(first.title)
  for (const { type } of [first, other]) expect(new URL(type).hash || type).toMatch(/\w/)
})

test('a problem document has only documented fields, and not_found has no param', async () => {
  const fields = ['code', 'detail', 'param', 'request_id', 'status', 'title', 'type']
  const answers = [
    await api.get('/contacts/ct_unknown'),
    await api.get('/contacts?limit=0'),
    await api.post('/contacts', { email: 1 }),
  ]
  for (const { body } of answers) {
    for (const name of Object.keys(body as Problem)) expect(fields).toContain(name)
  }
  expect(answers[0]?.body).not.toHaveProperty('param')
})

test('a body that is not JSON is invalid_request', async () => {
  const bodies = ['{', '{"email":}', "{'email':'a@example.com'}", 'email=a', '{"a":1}}', '\u0000']
  for (const body of bodies) expectInvalid(await api.post('/contacts', body))
  expect(bodies).toHaveLength(6)
})

test('a body that is too large is invalid_request with status 413', async () => {
  const body = { email: 'large@example.com', attributes: { text: 'x'.repeat(300_000) } }
  expectProblem(await api.post('/contacts', body), { status: 413, code: 'invalid_request' })
})

test('a missing or unknown field is invalid_request, and the error names the field', async () => {
  expectInvalid(await api.post('/contacts', {}), 'email')
  expectInvalid(await api.post('/privacy/erasures', {}), 'email')
  expectInvalid(await api.post('/contacts', { email: 'a@example.com', nick: 'A' }), 'nick')
  const button = { message: 'Hello' }
  const greeting = { name: 'Greeting', text: 'Hello', buttons: [button] }
  expectInvalid(await api.post('/link_greetings', greeting), 'buttons[0].label')
})

test('a value out of range or of another type is invalid_request, and the error names the field', async () => {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  expectInvalid(await api.post(path, { text: 'x'.repeat(4_001) }), 'text')
  expectInvalid(await api.post(path, { text: 7 }), 'text')
  expectInvalid(await api.post(path, { text: 'Hello', stream: 'yes' }), 'stream')
  expectInvalid(await api.get('/analytics?range=31d'), 'range')
  expectInvalid(await api.get('/contacts?limit=0'), 'limit')
})

test('the detail of a refusal is a sentence for people, whichever rule was broken', async () => {
  const contact = { email: 'sentence@example.com' }
  const link = { name: 'Link', page: '/' }
  const refused = [
    ['/contacts', {}, 'email'],
    ['/contacts', { email: null }, 'email'],
    ['/contacts', { email: 'nobody' }, 'email'],
    ['/contacts', { ...contact, name: ['Ada'] }, 'name'],
    ['/contacts', { ...contact, phone: '1'.repeat(41) }, 'phone'],
    ['/contacts', { ...contact, attributes: { 'a b': 1 } }, 'attributes.a b'],
    ['/contacts', { ...contact, attributes: { list: [] } }, 'attributes.list'],
    ['/link_greetings', { name: '', text: 'Hello' }, 'name'],
    ['/link_greetings', { name: 'G', text: 'Hello {nobody}' }, 'text'],
    ['/link_greetings', { name: 'G', text: 'Hello', buttons: Array(5).fill({}) }, 'buttons'],
    ['/personal_links', { ...link, page: 'nowhere' }, 'page'],
    ['/personal_links', { ...link, greeting: 'lk_1' }, 'greeting'],
    ['/chat_buttons', { label: 'Hi', message: 'Hello', style: 'loud' }, 'style'],
    ['/chat_buttons', { label: 'Hi', message: 'Hello', nofollow: 'yes' }, 'nofollow'],
    ['/chat_buttons', { label: 'Hi', behavior: 'link', link: 'nowhere' }, 'link'],
    ['/chat/sessions', { channel: 'Web' }, 'channel'],
    ['/chat/sessions', { context: { plan: {} } }, 'context.plan'],
    ['/experiments', { name: 'E', pages: ['pricing'], headline: 'Hello' }, 'pages[0]'],
  ] as const
  for (const [path, body, param] of refused) expectInvalid(await api.post(path, body), param)
  for (const query of ['limit=101', 'updated_since=today', 'email=nobody', 'starting_after=x']) {
    expectInvalid(await api.get(`/contacts?${query}`), query.split('=')[0])
  }
  expect(refused).toHaveLength(18)
})

test('an unknown event type is invalid_request', async () => {
  const events = ['lead.captured', 'lead.lost']
  const answer = await api.post('/webhook_endpoints', { url: 'https://hooks.example.com', events })
  expect(expectInvalid(answer).param).toMatch(/^events/)
})

test('an unknown id, an id of another kind and a malformed id are not_found', async () => {
  const contact = await ok(api.post<Contact>('/contacts', { email: 'kind@example.com' }))
  const paths = [
    '/contacts/ct_unknown',
    '/contacts/mtg_unknown',
    '/contacts/unknown',
    `/conversations/${contact.id}`,
    `/meetings/${contact.id}`,
    `/events/${contact.id}`,
    `/webhook_endpoints/${contact.id}`,
    `/knowledge/documents/${contact.id}`,
    `/knowledge/sources/${contact.id}`,
    `/chat_buttons/${contact.id}`,
    `/personal_links/${contact.id}`,
    `/link_greetings/${contact.id}`,
    `/experiments/${contact.id}`,
    `/chat/sessions/${contact.id}`,
    '/contacts/%00',
    `/contacts/${'x'.repeat(1_000)}`,
    '/contacts/ct_%F0%9F%92%A9',
  ]
  for (const path of paths) expectNotFound(await api.get(path))
  expect(paths).toHaveLength(17)
})

test('a deleted or erased contact is not_found', async () => {
  const deleted = await ok(api.post<Contact>('/contacts', { email: 'deleted@example.com' }))
  await ok(api.delete(`/contacts/${deleted.id}`))
  expectNotFound(await api.get(`/contacts/${deleted.id}`))
  expectNotFound(await api.delete(`/contacts/${deleted.id}`))
  const erased = await ok(api.post<Contact>('/contacts', { email: 'erased@example.com' }))
  await ok(api.post('/privacy/erasures', { email: 'erased@example.com' }), 201)
  expectNotFound(await api.patch(`/contacts/${erased.id}`, { company: 'Gone' }))
})

test('a duplicate external_id and a stale revision are conflicts', async () => {
  const external = { external_id: 'crm-1' }
  await ok(api.post('/contacts', { email: 'one@example.com', ...external }))
  const conflict = { status: 409, code: 'conflict' }
  expectProblem(await api.post('/contacts', { email: 'two@example.com', ...external }), conflict)
  const { revision } = await ok(api.get<Appearance>('/appearance'))
  expectProblem(await api.patch('/appearance', { revision: revision - 1 }), conflict)
})

// docs/api.md#request-pipeline
test('a method that a path does not have is refused with 405, and the header Allow lists its methods', async () => {
  const cases = [
    ['PUT', '/contacts', ['GET', 'POST']],
    ['DELETE', '/contacts', ['GET', 'POST']],
    ['POST', '/contacts/ct_x', ['GET', 'PATCH', 'DELETE']],
    ['POST', '/me', ['GET']],
    ['GET', '/privacy/erasures', ['POST']],
    ['PATCH', '/chat/sessions/chs_x/messages', ['POST']],
  ] as const
  for (const [method, path, methods] of cases) {
    const answer = await api.send(method, path)
    expectProblem(answer, { status: 405, code: 'invalid_request' })
    const allowed = (answer.headers.get('allow') ?? '').split(/,\s*/)
    for (const name of methods) expect(allowed).toContain(name)
    expect(allowed).not.toContain(method)
  }
  expect(cases).toHaveLength(6)
})

test('a path that does not exist is not_found', async () => {
  for (const path of ['/nowhere', '/contacts/', '/contacts/ct_x/nowhere', '/', '', '/Contacts']) {
    expectNotFound(await api.get(path))
  }
})

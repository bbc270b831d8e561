import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Answer, type Api, ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { expectConflict, expectProblem } from './support/problem.ts'
import { type Scope, startServer, startTwin } from './support/server.ts'
import type { ChatSession, Contact, List, Workspace } from './support/wire.ts'
import type { Appearance, ChatButton } from './support/wire-site.ts'

// The promises of one server must also hold for two servers that share a database.
const first = await startServer()
const second = await startTwin(first)

/** Opens a workspace with an API key, and returns an {@link Api} with that key for each server. */
async function openBoth(...scopes: readonly Scope[]) {
  const workspace = await openWorkspace(first, scopes.length > 0 ? scopes : undefined)
  return { ...workspace, keyApis: [workspace.api, second.as(workspace.api.secret)] as const }
}

/** Sends many requests at the same time, alternately through both servers. */
function callBoth<Body>(
  keyApis: readonly Api[],
  count: number,
  ask: (api: Api, index: number) => Promise<Answer<Body>>,
): Promise<Answer<Body>[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const api = keyApis[index % keyApis.length]
      if (!api) throw new Error('There is no server to call.')
      return ask(api, index)
    }),
  )
}

const withStatus = <Body>(answers: readonly Answer<Body>[], status: number) =>
  answers.filter((answer) => answer.status === status)

// docs/api.md#sync
test('one server immediately reads what the other has written', async () => {
  const { keyApis } = await openBoth()
  const [left, right] = keyApis
  const { id } = await ok(left.post<Contact>('/contacts', { email: 'seen@example.com' }))
  await ok(right.patch(`/contacts/${id}`, { company: 'Seen' }))
  expect((await ok(left.get<Contact>(`/contacts/${id}`))).company).toBe('Seen')
})

// docs/api.md#webhook-endpoint
test('of 20 requests for a new endpoint through two servers at the same time, only 16 succeed', async () => {
  const { api, keyApis } = await openBoth()
  const answers = await callBoth(keyApis, 20, (keyApi, index) => {
    const url = `https://hooks.example.com/${index}`
    return keyApi.post('/webhook_endpoints', { url, events: ['*'] })
  })
  expect(withStatus(answers, 201)).toHaveLength(16)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) expectConflict(answer)
  expect((await ok(api.get<List<unknown>>('/webhook_endpoints'))).data).toHaveLength(16)
})

// docs/api.md#chat-button
test('of 26 requests for a new button through two servers at the same time, only 20 succeed', async () => {
  const { api, keyApis } = await openBoth()
  const body = { label: 'Prices', behavior: 'send', message: 'What does it cost?' }
  const answers = await callBoth(keyApis, 26, (keyApi) => keyApi.post('/chat_buttons', body))
  expect(withStatus(answers, 201)).toHaveLength(20)
  for (const answer of answers.filter(({ status }) => status !== 201)) expectConflict(answer)
  expect((await ok(api.get<List<ChatButton>>('/chat_buttons'))).data).toHaveLength(20)
})

// docs/api.md#contact
test('of the requests through two servers for new contacts with one external_id, only one succeeds', async () => {
  const { keyApis } = await openBoth()
  const answers = await callBoth(keyApis, 12, (keyApi, index) =>
    keyApi.post('/contacts', { email: `claim-${index}@example.com`, external_id: 'crm-1' }),
  )
  expect(withStatus(answers, 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer)
})

test('upserts of one email through two servers create one contact with every attribute', async () => {
  const { api, keyApis } = await openBoth()
  const answers = await callBoth(keyApis, 20, (keyApi, index) =>
    keyApi.post<Contact>('/contacts', {
      email: 'both@example.com',
      attributes: { [`key-${index}`]: index },
    }),
  )
  expect(withStatus(answers, 200)).toHaveLength(20)
  const { data } = await ok(api.get<List<Contact>>('/contacts'))
  expect(data).toHaveLength(1)
  expect(Object.keys(data[0]?.attributes ?? {})).toHaveLength(20)
})

// docs/api.md#idempotency
test('of the requests with one idempotency key that are sent through two servers, only one takes effect', async () => {
  const { api, keyApis } = await openBoth()
  const headers = { 'Idempotency-Key': randomUUID() }
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
  const answers = await callBoth(keyApis, 12, (keyApi) =>
    keyApi.post('/webhook_endpoints', hook, headers),
  )
  const created = withStatus(answers, 201)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectProblem(answer, { status: 409, code: 'idempotency_key_in_use' })
  }
  expect((await ok(api.get<List<unknown>>('/webhook_endpoints'))).data).toHaveLength(1)
})

// docs/api.md#appearance
test('of the changes to one revision that are sent through two servers, only one succeeds', async () => {
  const { api, keyApis } = await openBoth()
  const { revision } = await ok(api.get<Appearance>('/appearance'))
  const answers = await callBoth(keyApis, 12, (keyApi, index) =>
    keyApi.patch('/appearance', { revision, title: `Title ${index}` }),
  )
  expect(withStatus(answers, 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer)
})

// docs/api.md#chat-allowance
test('sessions that are opened through two servers are counted together', async () => {
  const { api, keyApis } = await openBoth()
  const answers = await callBoth(keyApis, 30, (keyApi) =>
    keyApi.post<ChatSession>('/chat/sessions', {}),
  )
  expect(withStatus(answers, 201)).toHaveLength(30)
  const { usage } = await ok(api.get<Workspace>('/workspace'))
  expect(usage.chat_sessions_this_month).toBe(30)
})

// docs/api.md#rate-limits
test('one API key has one rate limit on two servers', async () => {
  const { id, keyApis } = await openBoth('contacts:read')
  await first.host.workspaces.update(id, { plan: 'origin' })
  const answers = await callBoth(keyApis, 130, (keyApi) => keyApi.get('/contacts?limit=1'))
  expect(withStatus(answers, 200)).toHaveLength(120)
  expect(withStatus(answers, 429)).toHaveLength(10)
})

// docs/api.md#sending-a-message
test('messages sent to one session through two servers leave complete turns', async () => {
  const { api, keyApis } = await openBoth()
  const { id } = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const answers = await callBoth(keyApis, 8, (keyApi, index) =>
    keyApi.post(`/chat/sessions/${id}/messages`, { text: `Question ${index}` }),
  )
  const answered = withStatus(answers, 200)
  expect(answered.length).toBeGreaterThan(0)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer)
  const { messages } = await ok(api.get<ChatSession>(`/chat/sessions/${id}`))
  expect(messages.map(({ role }) => role)).toEqual(answered.flatMap(() => ['user', 'assistant']))
})

// docs/api.md#api-keys
test('a revoked API key stops working immediately on every server', async () => {
  const { workspace, host } = first
  const key = await host.keys.create({ workspace, name: 'Short', scopes: ['contacts:read'] })
  const keyApis = [first.as(key.secret), second.as(key.secret)]
  for (const keyApi of keyApis) await ok(keyApi.get('/contacts'))
  await host.keys.revoke({ workspace, id: key.id })
  for (const keyApi of keyApis) {
    expectProblem(await keyApi.get('/contacts'), { status: 401, code: 'invalid_api_key' })
  }
})

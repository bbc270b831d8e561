import { expect, test } from 'vitest'
import { type Answer, ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { everyScope } from './support/operations.ts'
import { expectProblem } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { ChatSession, Workspace } from './support/wire.ts'

const server = await startServer()

const disabled = { status: 403, code: 'feature_disabled' }

/** Calls every operation of the chat API, and returns the answers. */
async function callChatApi(
  { api }: Pick<Awaited<ReturnType<typeof openWorkspace>>, 'api'>,
  session: string,
): Promise<Answer<unknown>[]> {
  return [
    await api.post('/chat/sessions', {}),
    await api.get(`/chat/sessions/${session}`),
    await api.post(`/chat/sessions/${session}/messages`, { text: 'Hello' }),
    await api.post(`/chat/sessions/${session}/messages`, { text: 'Hello', stream: true }),
  ]
}

// docs/api.md#chat-allowance
test('with the plan `origin`, every operation of the chat API is disabled while the billing state is `active`', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
  await server.host.workspaces.update(workspace.id, { plan: 'origin' })
  for (const session of [id, 'chs_unknown']) {
    for (const answer of await callChatApi(workspace, session)) expectProblem(answer, disabled)
  }
  await server.host.workspaces.update(workspace.id, { plan: 'adapt' })
  await ok(workspace.api.get(`/chat/sessions/${id}`))
})

// docs/api.md#billing
test('while the billing state is `free_meetings_used`, the chat API asks for a card, and other operations still work', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
  await server.host.workspaces.update(workspace.id, { billing: 'free_meetings_used' })
  const card = { status: 402, code: 'payment_required' }
  for (const answer of await callChatApi(workspace, id)) expectProblem(answer, card)
  await ok(workspace.api.get('/me'))
  await ok(workspace.api.post('/contacts', { email: 'still@example.com' }))
})

test('with the plan `origin`, the chat API asks for a card if the billing state is `card_required`, and otherwise is disabled', async () => {
  const workspace = await openWorkspace(server)
  const { workspaces } = server.host
  await workspaces.update(workspace.id, { plan: 'origin', billing: 'free_meetings_used' })
  for (const answer of await callChatApi(workspace, 'chs_x')) expectProblem(answer, disabled)
  await workspaces.update(workspace.id, { billing: 'card_required' })
  const card = { status: 402, code: 'payment_required' }
  for (const answer of await callChatApi(workspace, 'chs_x')) expectProblem(answer, card)
})

// docs/api.md#chat-allowance
test('the 501st session of a month exceeds the allowance of the plan `adapt`, and an earlier session still answers', async () => {
  const workspace = await openWorkspace(server)
  await server.host.workspaces.update(workspace.id, { plan: 'adapt' })
  // Each API key may make 120 requests a minute. So five API keys create the sessions, all at the same time.
  const keyApis = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const scopes = everyScope
      const key = await server.host.keys.create({ workspace: workspace.id, name: 'Many', scopes })
      return server.as(key.secret)
    }),
  )
  const opened = await Promise.all(
    keyApis.flatMap((keyApi) =>
      Array.from({ length: 102 }, () => keyApi.post<ChatSession>('/chat/sessions', {})),
    ),
  )
  const created = opened.filter(({ status }) => status === 201)
  expect(created).toHaveLength(500)
  const refused = opened.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(10)
  for (const answer of refused) {
    expectProblem(answer, { status: 429, code: 'quota_exceeded' })
    const now = new Date()
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const seconds = (next - now.getTime()) / 1_000
    const retryAfter = Number(answer.headers.get('retry-after'))
    expect(Math.abs(retryAfter - seconds)).toBeLessThan(60)
  }
  const { id } = created[0]?.body ?? { id: '' }
  await ok(workspace.api.post(`/chat/sessions/${id}/messages`, { text: 'Still open?' }))
  const { usage } = await ok(workspace.api.get<Workspace>('/workspace'))
  expect(usage.chat_sessions_this_month).toBe(500)
})

test('messages do not count against the allowance', async () => {
  const workspace = await openWorkspace(server)
  const { id } = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
  for (const text of ['One', 'Two', 'Three']) {
    await ok(workspace.api.post(`/chat/sessions/${id}/messages`, { text }))
  }
  const { usage } = await ok(workspace.api.get<Workspace>('/workspace'))
  expect(usage.chat_sessions_this_month).toBe(1)
})

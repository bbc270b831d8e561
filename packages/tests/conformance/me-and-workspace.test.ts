import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId, aString, aTimestamp } from './support/patterns.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { KeyIdentity, Workspace } from './support/wire.ts'

const server = await startServer('--plan', 'evolve')
const { api, testApi } = server

// packages/cli/README.md#serving
test('--plan sets the plan of both workspaces', async () => {
  expect((await ok(api.get<Workspace>('/workspace'))).plan).toBe('evolve')
  expect((await ok(testApi.get<Workspace>('/workspace'))).plan).toBe('evolve')
})

// docs/api.md#key-identity
test('GET /me answers with the identity of the API key', async () => {
  const scopes = ['meetings:read', 'contacts:write'] as const
  const { workspace } = server
  const key = await server.host.keys.create({ workspace, name: 'CRM sync', scopes })
  const me = await ok(server.as(key.secret).get<KeyIdentity>('/me'))
  expect(me).toEqual({
    object: 'api_key_identity',
    key: key.id,
    name: 'CRM sync',
    kind: 'secret_key',
    mode: 'live',
    scopes: expect.toSatisfy((given: string[]) => `${given.toSorted()}` === `${scopes.toSorted()}`),
    workspace,
  })
})

// docs/api.md#workspace
test('GET /workspace answers with the workspace of the API key', async () => {
  expect(await ok(api.get<Workspace>('/workspace'))).toMatchObject({
    id: server.workspace,
    object: 'workspace',
    name: aString,
    website: expect.stringMatching(/^https?:\/\//),
    plan: 'evolve',
    mode: 'live',
    timezone: aString,
    created_at: aTimestamp,
  })
  expect(server.workspace).toEqual(anId('ws_'))
  const workspace = await openWorkspace(server)
  const created = {
    id: workspace.id,
    name: 'Acme',
    website: 'https://acme.example',
    timezone: 'UTC',
  }
  expect(await ok(workspace.api.get('/workspace'))).toMatchObject(created)
})

test('the workspace has the limits of its plan, and counts its chat sessions', async () => {
  const { limits, usage } = await ok(api.get<Workspace>('/workspace'))
  expect(limits).toMatchObject({
    requests_per_minute: 600,
    heavy_requests_per_minute: 30,
    chat_sessions_per_month: 2_500,
    webhook_endpoints: 16,
    chat_buttons: 20,
  })
  expect(usage.chat_sessions_this_month).toBe(0)
  await ok(api.post('/chat/sessions', {}), 201)
  const after = await ok(api.get<Workspace>('/workspace'))
  expect(after.usage.chat_sessions_this_month).toBe(1)
})

// docs/api.md#chat-allowance
test('each plan has its own allowance of chat sessions', async () => {
  const allowances = { origin: null, adapt: 500, evolve: 2_500, apex: 10_000 } as const
  for (const plan of ['origin', 'adapt', 'evolve', 'apex'] as const) {
    await server.host.workspaces.update(server.test_workspace, { plan })
    const { limits } = await ok(testApi.get<Workspace>('/workspace'))
    expect(limits.chat_sessions_per_month).toBe(allowances[plan])
  }
})

// docs/api.md#json
test('GET /me and GET /workspace accept no query parameters', async () => {
  expectInvalid(await api.get('/me?expand=scopes'), 'expand')
  expectInvalid(await api.get('/workspace?limit=1'), 'limit')
})

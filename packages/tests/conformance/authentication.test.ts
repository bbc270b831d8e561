import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { everyScope, operations, unknownPath } from './support/operations.ts'
import { expectNotFound, expectProblem } from './support/problem.ts'
import { type Scope, startServer } from './support/server.ts'
import type { Contact, KeyIdentity, List, Workspace } from './support/wire.ts'

const server = await startServer()
const { api, testApi, workspace } = server

const unauthenticated = { status: 401, code: 'authentication_required' }
const invalidKey = { status: 401, code: 'invalid_api_key' }

const createKey = (scopes: readonly Scope[]) =>
  server.host.keys.create({ workspace, name: 'Conformance', scopes })

// docs/api.md#api-keys
test('a request without the Authorization header is refused as authentication_required', async () => {
  const answer = await server.as(null).get('/me')
  expectProblem(answer, unauthenticated)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
})

test('an Authorization header of another form than `Bearer` and one API key is refused as authentication_required', async () => {
  const values = [
    'Bearer',
    'Basic dXNlcjpwYXNzd29yZA==',
    server.api_key,
    `Token ${server.api_key}`,
    `Bearer ${server.api_key} ${server.api_key}`,
    `Bearer, ${server.api_key}`,
  ]
  for (const Authorization of values) {
    expectProblem(await server.as(null).get('/me', { Authorization }), unauthenticated)
  }
  expect(values).toHaveLength(6)
})

test('an API key in the query string does not authenticate a request', async () => {
  for (const name of ['api_key', 'key', 'access_token', 'token', 'authorization']) {
    const answer = await server.as(null).get(`/me?${name}=${server.api_key}`)
    expectProblem(answer, unauthenticated)
  }
})

test('an API key in another header is ignored', async () => {
  for (const name of ['X-Api-Key', 'Api-Key', 'Doorkit-Key', 'Proxy-Authorization', 'Cookie']) {
    const answer = await server.as(null).get('/me', { [name]: `Bearer ${server.api_key}` })
    expectProblem(answer, unauthenticated)
  }
  const decoy = { 'X-Api-Key': 'dk_live_wrong' }
  expect((await api.get('/me', decoy)).status).toBe(200)
})

test('revoked, mistyped, truncated and unknown API keys all get the same answer', async () => {
  const revoked = await createKey(['contacts:read'])
  await server.host.keys.revoke({ workspace, id: revoked.id })
  const last = server.api_key.at(-1) === 'A' ? 'B' : 'A'
  const secrets = [
    revoked.secret,
    `${server.api_key.slice(0, -1)}${last}`,
    server.api_key.slice(0, -1),
    server.api_key.replace('dk_live_', 'dk_test_'),
    'dk_live_',
    'dk_live_unknown',
    'dko_unknown',
    'sk_live_something',
    'x',
  ]
  const problems = new Set<string>()
  for (const secret of secrets) {
    const answer = await server.as(secret).get('/me')
    const { request_id, ...problem } = expectProblem(answer, invalidKey)
    expect(request_id).toMatch(/^req_/)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/)
    problems.add(JSON.stringify(problem))
  }
  expect(secrets).toHaveLength(9)
  expect(problems.size).toBe(1)
})

test('an API key works until it is revoked', async () => {
  const key = await createKey(['contacts:read'])
  const keyApi = server.as(key.secret)
  await ok(keyApi.get('/contacts'))
  await server.host.keys.revoke({ workspace, id: key.id })
  expectProblem(await keyApi.get('/contacts'), invalidKey)
  expectProblem(await keyApi.get('/me'), invalidKey)
})

test('a revoked API key stays in the list, marked as revoked', async () => {
  const key = await createKey(['contacts:read'])
  await server.host.keys.revoke({ workspace, id: key.id })
  const listed = await server.host.keys.list({ workspace })
  expect(listed.find(({ id }) => id === key.id)?.status).toBe('revoked')
})

test('two API keys work at the same time while one replaces the other', async () => {
  const older = await createKey(['contacts:read'])
  const newer = await createKey(['contacts:read'])
  await ok(server.as(older.secret).get('/contacts'))
  await ok(server.as(newer.secret).get('/contacts'))
  await server.host.keys.revoke({ workspace, id: older.id })
  await ok(server.as(newer.secret).get('/contacts'))
})

test('an API key can access only the objects of its own workspace', async () => {
  const contact = await ok(api.post<Contact>('/contacts', { email: 'here@example.com' }))
  expectNotFound(await testApi.get(`/contacts/${contact.id}`))
  expectNotFound(await testApi.patch(`/contacts/${contact.id}`, { company: 'Elsewhere' }))
  expectNotFound(await testApi.delete(`/contacts/${contact.id}`))
  expect((await ok(testApi.get<List<Contact>>('/contacts'))).data).toEqual([])
  expect(await ok(api.get(`/contacts/${contact.id}`))).toEqual(contact)
})

test('an API key that begins with dk_live_ is a live secret key', async () => {
  expect(server.api_key).toMatch(/^dk_live_/)
  const me = await ok(api.get<KeyIdentity>('/me'))
  expect(me).toMatchObject({
    object: 'api_key_identity',
    key: expect.stringMatching(/^key_\w+$/),
    name: expect.any(String),
    kind: 'secret_key',
    mode: 'live',
    workspace,
  })
  expect([...me.scopes].sort()).toEqual([...everyScope].sort())
})

test('an API key that begins with dk_test_ belongs to the test workspace, whose mode is test', async () => {
  expect(server.test_api_key).toMatch(/^dk_test_/)
  expect(await ok(testApi.get<KeyIdentity>('/me'))).toMatchObject({
    kind: 'secret_key',
    mode: 'test',
    workspace: server.test_workspace,
  })
  expect((await ok(testApi.get<Workspace>('/workspace'))).mode).toBe('test')
})

test('an access token of a connected app begins with dko_ and works', async () => {
  const scopes: Scope[] = ['contacts:read']
  const token = await server.host.keys.createAccessToken({ workspace, name: 'App', scopes })
  expect(token.secret).toMatch(/^dko_/)
  await ok(server.as(token.secret).get('/contacts'))
  expect((await server.as(token.secret).get('/events')).status).toBe(403)
})

// docs/api.md#scopes
test('every operation refuses an API key without its scope, and the error names the scope', async () => {
  const privacy = await server.withScopes('privacy:write')
  const analytics = await server.withScopes('analytics:read')
  const scoped = operations.filter(({ scope }) => scope !== 'none')
  for (const operation of scoped) {
    const { method, scope } = operation
    const keyApi = scope === 'privacy:write' ? analytics : privacy
    const answer = await keyApi.send(method, unknownPath(operation))
    const problem = expectProblem(answer, { status: 403, code: 'insufficient_scope' })
    expect(problem.detail).toContain(scope)
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  }
  expect(scoped).toHaveLength(operations.length - 2)
})

test('every scope allows the operations that require it', async () => {
  let allowed = 0
  for (const scope of everyScope) {
    const key = await createKey([scope])
    const keyApi = server.as(key.secret)
    for (const operation of operations.filter((candidate) => candidate.scope === scope)) {
      const answer = await keyApi.send(operation.method, unknownPath(operation))
      const name = `${operation.method} ${operation.path}`
      expect([200, 201, 400, 404], `${name}: ${answer.text}`).toContain(answer.status)
      allowed += 1
    }
    await server.host.keys.revoke({ workspace, id: key.id })
  }
  expect(allowed).toBe(operations.length - 2)
})

test('a write scope also allows reads of its resource', async () => {
  const reads = {
    'contacts:write': '/contacts',
    'knowledge:write': '/knowledge/documents',
    'agent:write': '/agent',
    'experiments:write': '/experiments',
    'webhooks:write': '/webhook_endpoints',
  } as const satisfies Partial<Record<Scope, string>>
  for (const [scope, path] of Object.entries(reads)) {
    await ok((await server.withScopes(scope as Scope)).get(path))
  }
  expect(Object.keys(reads)).toHaveLength(5)
})

test('a read scope does not allow writes of its resource', async () => {
  const reader = await server.withScopes(
    'contacts:read',
    'knowledge:read',
    'agent:read',
    'experiments:read',
  )
  const writes = operations.filter(
    ({ scope }) => scope.endsWith(':write') && !/^(webhooks|privacy|chat)/.test(scope),
  )
  for (const operation of writes) {
    const answer = await reader.send(operation.method, unknownPath(operation))
    expectProblem(answer, { status: 403, code: 'insufficient_scope' })
  }
  expect(writes.length).toBeGreaterThan(20)
})

test('GET /me and GET /workspace need no scope', async () => {
  const keyApi = await server.withScopes('chat:write')
  expect((await ok(keyApi.get<KeyIdentity>('/me'))).scopes).toEqual(['chat:write'])
  expect((await ok(keyApi.get<Workspace>('/workspace'))).id).toBe(workspace)
})

// docs/api.md#billing
test('while the billing state is `card_required`, every request is refused as payment_required', async () => {
  const id = server.test_workspace
  await server.host.workspaces.update(id, { billing: 'card_required' })
  const refusal = { status: 402, code: 'payment_required' }
  for (const operation of operations) {
    expectProblem(await testApi.send(operation.method, unknownPath(operation)), refusal)
  }
  expect(operations.length).toBeGreaterThan(60)
  await ok(api.get('/me'))
  await server.host.workspaces.update(id, { billing: 'active' })
  await ok(testApi.get('/me'))
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { expectInvalid, expectNotFound, expectProblem } from './support/problem.ts'
import { type Scope, startServer } from './support/server.ts'
import type { Contact, List } from './support/wire.ts'

const server = await startServer('--plan', 'origin')
const { api, testApi, host, test_workspace } = server

const unknownVersion = { 'Service-Version': '1999-01-01' }
const tooLarge = ' '.repeat(262_145)

/** Creates an API key of the live workspace, and uses up its standard requests. */
async function createExhaustedKey(...scopes: readonly Scope[]) {
  const keyApi = await server.withScopes(...scopes)
  await Promise.all(Array.from({ length: 120 }, () => keyApi.get('/me')))
  return keyApi
}

// docs/api.md#request-pipeline
test('the version is checked before the API key', async () => {
  const answer = await server.as(null).get('/me', unknownVersion)
  expectProblem(answer, { status: 400, code: 'unsupported_version' })
})

test('the version is checked before the path', async () => {
  const answer = await api.get('/nowhere', unknownVersion)
  expectProblem(answer, { status: 400, code: 'unsupported_version' })
})

test('the API key is checked before the path and the method', async () => {
  const stranger = server.as(null)
  const missing = { status: 401, code: 'authentication_required' }
  expectProblem(await stranger.get('/nowhere'), missing)
  expectProblem(await stranger.send('PUT', '/contacts'), missing)
  const wrong = { status: 401, code: 'invalid_api_key' }
  expectProblem(await server.as('dk_live_unknown').get('/nowhere'), wrong)
})

test('the API key is checked before the idempotency key and the body', async () => {
  const headers = { 'Idempotency-Key': '' }
  const answer = await server.as(null).post('/contacts', tooLarge, headers)
  expectProblem(answer, { status: 401, code: 'authentication_required' })
})

test('the card is checked after the API key and before the path', async () => {
  await host.workspaces.update(test_workspace, { billing: 'card_required' })
  const card = { status: 402, code: 'payment_required' }
  expectProblem(await testApi.get('/nowhere'), card)
  expectProblem(await testApi.send('PUT', '/contacts'), card)
  expectProblem(await testApi.post('/contacts', '{'), card)
  const broken = server.as(`${server.test_api_key}x`)
  expectProblem(await broken.get('/me'), { status: 401, code: 'invalid_api_key' })
  await host.workspaces.update(test_workspace, { billing: 'active' })
})

test('an unknown path or method is reported even if no requests are left, and does not count as a request', async () => {
  const keyApi = await createExhaustedKey('contacts:read')
  expectNotFound(await keyApi.get('/nowhere'))
  expectProblem(await keyApi.send('PUT', '/contacts'), { status: 405, code: 'invalid_request' })
  const fresh = await server.withScopes('contacts:read')
  await fresh.get('/nowhere')
  await fresh.send('PUT', '/contacts')
  expect((await fresh.get('/contacts')).headers.get('ratelimit-remaining')).toBe('119')
})

test('the rate limit is checked before the scope', async () => {
  const keyApi = await createExhaustedKey('contacts:read')
  expectProblem(await keyApi.get('/events'), { status: 429, code: 'rate_limited' })
})

test('a request without the scope counts against the rate limit', async () => {
  const keyApi = await server.withScopes('contacts:read')
  expect((await keyApi.get('/events')).headers.get('ratelimit-remaining')).toBe('119')
  expect((await keyApi.get('/contacts')).headers.get('ratelimit-remaining')).toBe('118')
})

test('the scope is checked before the idempotency key and the body', async () => {
  const keyApi = await server.withScopes('contacts:read')
  const answer = await keyApi.post('/contacts', '{', { 'Idempotency-Key': '' })
  expectProblem(answer, { status: 403, code: 'insufficient_scope' })
})

test('a malformed idempotency key is refused before the body is read', async () => {
  const headers = { 'Idempotency-Key': 'two words' }
  for (const body of ['{', tooLarge, '{"unknown":1}']) {
    expectInvalid(await api.post('/contacts', body, headers), 'Idempotency-Key')
  }
})

test('a reused idempotency key is refused before the body is parsed', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  await ok(api.post('/contacts', { email: 'order@example.com' }, headers))
  const reused = { status: 422, code: 'idempotency_key_reused' }
  expectProblem(await api.post('/contacts', '{', headers), reused)
  expectProblem(await api.post('/contacts', { unknown: 1 }, headers), reused)
  const { data } = await ok(api.get<List<Contact>>('/contacts?email=order@example.com'))
  expect(data).toHaveLength(1)
})

test('the size of a body is checked before its type and its JSON', async () => {
  const answer = await api.post('/contacts', tooLarge, { 'Content-Type': 'text/plain' })
  expectProblem(answer, { status: 413, code: 'invalid_request' })
})

test('the body is checked before the object is read', async () => {
  expectInvalid(await api.patch('/contacts/ct_unknown', { unknown: 1 }), 'unknown')
  expectNotFound(await api.patch('/contacts/ct_unknown', {}))
})

test('a request with several mistakes gets the error of the first step that finds one', async () => {
  const request = { body: '{', headers: { ...unknownVersion, 'Idempotency-Key': '' } }
  const answer = await server.as(null).send('PUT', '/nowhere?limit=', request)
  expectProblem(answer, { status: 400, code: 'unsupported_version' })
})

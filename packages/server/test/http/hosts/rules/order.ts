import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'
import type { Call } from '../../../support/kit.ts'

const badVersion = { 'Service-Version': '2020-01-01' }
const badIdempotencyKey = { 'Idempotency-Key': 'not allowed' }

/** Uses up the heavy budget of an API key on the plan `adapt`. */
async function useHeavyBudget(call: Call): Promise<void> {
  for (let request = 0; request < 10; request += 1) {
    await call('POST', '/privacy/exports', { body: { email: 'ada@example.com' } })
  }
}

/** Checks the order of the steps (docs/api.md#request-pipeline) with requests that two steps would refuse. */
export function orderRules(host: Host): void {
  test('a bad version is refused before a missing API key', async () => {
    const { call } = await serveKit(host)
    const { status, json } = await call('GET', '/me', { secret: null, headers: badVersion })
    expect([status, json.code, json.param]).toEqual([400, 'unsupported_version', 'Service-Version'])
  })

  test('a missing API key is refused before an unknown path and a wrong method', async () => {
    const { call } = await serveKit(host)
    expect((await call('GET', '/nothing', { secret: null })).status).toBe(401)
    expect((await call('DELETE', '/me', { secret: null })).status).toBe(401)
  })

  test('a missing card is refused before an unknown path and a wrong method', async () => {
    const { kit, call } = await serveKit(host)
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'card_required' })
    expect((await call('GET', '/nothing')).status).toBe(402)
    expect((await call('DELETE', '/me')).status).toBe(402)
  })

  test('an unknown path and a wrong method are refused before the rate limit', async () => {
    const { call } = await serveKit(host, { plan: 'origin' })
    for (let request = 0; request < 120; request += 1) await call('GET', '/me')
    expect((await call('GET', '/me')).status).toBe(429)
    expect((await call('GET', '/nothing')).status).toBe(404)
    expect((await call('DELETE', '/me')).status).toBe(405)
  })

  test('the rate limit comes before the scope', async () => {
    const { call } = await serveKit(host, { plan: 'adapt', scopes: ['contacts:read'] })
    const body = { email: 'ada@example.com' }
    expect((await call('POST', '/privacy/exports', { body })).status).toBe(403)
    await useHeavyBudget(call)
    expect((await call('POST', '/privacy/exports', { body })).status).toBe(429)
  })

  test('the scope comes before the idempotency key', async () => {
    const { call } = await serveKit(host, { scopes: ['contacts:read'] })
    const request = { body: { email: 'ada@example.com' }, headers: badIdempotencyKey }
    expect((await call('POST', '/contacts', request)).json.code).toBe('insufficient_scope')
  })

  test('a malformed idempotency key is refused before the body', async () => {
    const { call } = await serveKit(host)
    const { json } = await call('POST', '/contacts', { body: '{', headers: badIdempotencyKey })
    expect(json.param).toBe('Idempotency-Key')
  })

  test('a reused idempotency key is refused before the body', async () => {
    const { call } = await serveKit(host)
    const headers = { 'Idempotency-Key': 'once' }
    await call('POST', '/contacts', { body: { email: 'ada@example.com' }, headers })
    const { status } = await call('POST', '/contacts', { body: '{', headers })
    expect(status).toBe(422)
  })

  test('the body is checked before the operation looks for its object', async () => {
    const { call } = await serveKit(host)
    const { json } = await call('PATCH', '/contacts/ct_0', { body: { shoe_size: 43 } })
    expect([json.code, json.param]).toEqual(['invalid_request', 'shoe_size'])
  })

  test('a request that is refused for its body counts once, and one without a route does not count', async () => {
    const { call } = await serveKit(host)
    await call('POST', '/contacts', { body: '{' })
    await call('GET', '/nothing')
    const { headers } = await call('GET', '/contacts')
    expect(headers.get('ratelimit-remaining')).toBe('1198')
  })
}

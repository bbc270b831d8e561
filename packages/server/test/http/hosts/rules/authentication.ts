import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

/** The steps `version`, `key` and `billing` (docs/api.md#request-pipeline). */
export function authenticationRules(host: Host): void {
  test('the current version can be pinned', async () => {
    const { call } = await serveKit(host)
    const { status } = await call('GET', '/me', { headers: { 'Service-Version': '2026-10-12' } })
    expect(status).toBe(200)
  })

  test('an unknown or empty version is refused', async () => {
    const { call } = await serveKit(host)
    const versions = ['2026-10-13', 'latest', '', '2026-10-12, 2026-10-12']
    for (const version of versions) {
      const { status, json } = await call('GET', '/me', { headers: { 'Service-Version': version } })
      expect.soft([status, json.code], version).toEqual([400, 'unsupported_version'])
    }
    expect(versions).toHaveLength(4)
  })

  test('a request with a missing or malformed `Authorization` header is refused, and the answer names the scheme', async () => {
    const { kit, call } = await serveKit(host)
    const { secret } = kit.key
    const headers = [
      {},
      { Authorization: '' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer ' },
      { Authorization: secret },
      { Authorization: `Basic ${secret}` },
      { Authorization: `Bearer ${secret} ${secret}` },
      { Authorization: `Bearer ${secret}, Bearer ${secret}` },
      { Authorization: `Token ${secret}` },
      { 'X-Api-Key': secret },
    ]
    for (const header of headers) {
      const answer = await call('GET', '/me', { secret: null, headers: { ...header } as never })
      const seen = [answer.status, answer.json.code, answer.headers.get('www-authenticate')]
      expect
        .soft(seen, JSON.stringify(Object.keys(header)))
        .toEqual([401, 'authentication_required', 'Bearer'])
    }
    expect(headers).toHaveLength(10)
  })

  test('an API key in the query is ignored', async () => {
    const { kit, call } = await serveKit(host)
    const { json } = await call('GET', `/me?api_key=${kit.key.secret}`, { secret: null })
    expect(json.code).toBe('authentication_required')
  })

  test('a mistyped, truncated or revoked API key is invalid', async () => {
    const { kit, call } = await serveKit(host)
    const { secret } = kit.key
    const other = await kit.doorkit.keys.create({
      workspace: kit.workspace.id,
      name: 'Old',
      access: 'full_access',
    })
    await kit.doorkit.keys.revoke({ workspace: kit.workspace.id, id: other.id })
    const secrets = [`${secret}x`, secret.slice(0, -1), secret.toUpperCase(), other.secret, 'x']
    for (const wrong of secrets) {
      const { status, json, headers } = await call('GET', '/me', { secret: wrong })
      const seen = [status, json.code, headers.get('www-authenticate')]
      expect.soft(seen).toEqual([401, 'invalid_api_key', 'Bearer'])
    }
    expect(secrets).toHaveLength(5)
  })

  test('the scheme may be in any case', async () => {
    const { kit, call } = await serveKit(host)
    const headers = { Authorization: `bEaReR ${kit.key.secret}` }
    expect((await call('GET', '/me', { secret: null, headers })).status).toBe(200)
  })

  test('a revoked API key stops working at the next request', async () => {
    const { kit, call } = await serveKit(host)
    expect((await call('GET', '/me')).status).toBe(200)
    await kit.doorkit.keys.revoke({ workspace: kit.workspace.id, id: kit.key.id })
    expect((await call('GET', '/me')).status).toBe(401)
  })

  test('a request of a workspace that has to add a card is refused, and the refusal reports the rate limit', async () => {
    const { kit, call } = await serveKit(host)
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'card_required' })
    const { status, json, headers } = await call('GET', '/me')
    expect([status, json.code]).toEqual([402, 'payment_required'])
    expect(headers.get('ratelimit-remaining')).toBe('1200')
    await kit.doorkit.workspaces.update(kit.workspace.id, { billing: 'active' })
    expect((await call('GET', '/me')).status).toBe(200)
  })
}

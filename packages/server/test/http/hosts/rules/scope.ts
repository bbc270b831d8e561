import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

/** The scopes of an API key (docs/api.md#scopes). */
export function scopeRules(host: Host): void {
  test('an API key without the scope is refused, with the name of the scope', async () => {
    const { call } = await serveKit(host, { scopes: ['events:read'] })
    const { status, json, headers } = await call('GET', '/contacts')
    expect([status, json.code]).toEqual([403, 'insufficient_scope'])
    expect(json.detail).toContain('contacts:read')
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="contacts:read"',
    )
  })

  test('a write scope includes its read scope', async () => {
    const { call } = await serveKit(host, { scopes: ['contacts:write'] })
    expect((await call('GET', '/contacts')).status).toBe(200)
  })

  test('a read scope does not include its write scope', async () => {
    const { call } = await serveKit(host, { scopes: ['contacts:read'] })
    const { status, json } = await call('POST', '/contacts', { body: {} })
    expect([status, json.code]).toEqual([403, 'insufficient_scope'])
  })

  test('any API key can read itself and its workspace', async () => {
    const { call } = await serveKit(host, { scopes: ['chat:write'] })
    expect((await call('GET', '/me')).status).toBe(200)
    expect((await call('GET', '/workspace')).status).toBe(200)
  })
}

import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeForEachStore } from '../support/stores.ts'

describeForEachStore('Authentication: access tokens', (openStore) => {
  test('a token begins with dko_ and calls as an access token', async () => {
    const kit = await createKit({ store: openStore() })
    const { secret } = await kit.doorkit.keys.createAccessToken({
      workspace: kit.workspace.id,
      name: 'Connected app',
      access: 'read_only',
    })
    expect(secret).toMatch(/^dko_[\w-]{32}$/)
    const { status, json } = await caller(kit)('GET', '/me', { secret })
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'access_token', name: 'Connected app' })
  })

  test('a token is valid for one hour', async () => {
    const kit = await createKit({ store: openStore() })
    const { secret, expiresAt } = await kit.doorkit.keys.createAccessToken({
      workspace: kit.workspace.id,
      name: 'Connected app',
      access: 'full_access',
    })
    expect(expiresAt).toBe(kit.clock.now() + 3_600_000)
    const call = caller(kit)
    kit.clock.advance(3_599_999)
    expect((await call('GET', '/me', { secret })).status).toBe(200)
    kit.clock.advance(1)
    const expired = await call('GET', '/me', { secret })
    expect(expired.status).toBe(401)
    expect(expired.json).toMatchObject({ code: 'invalid_api_key' })
  })

  test('tokens do not count among the 25 active keys', async () => {
    const kit = await createKit({ store: openStore() })
    const input = { workspace: kit.workspace.id, name: 'App', access: 'full_access' } as const
    for (let made = 0; made < 30; made++) await kit.doorkit.keys.createAccessToken(input)
    expect((await kit.doorkit.keys.create(input)).secret).toMatch(/^dk_live_/)
  })
})

describeForEachStore('Authentication: last use', (openStore) => {
  test('a key tells when it was last used, to the minute', async () => {
    const kit = await createKit({ store: openStore() })
    const lastUse = async () => {
      const [key] = await kit.doorkit.keys.list({ workspace: kit.workspace.id })
      return key?.lastUsedAt
    }
    const call = caller(kit)
    expect(await lastUse()).toBeNull()
    const first = kit.clock.now()
    await call('GET', '/me')
    expect(await lastUse()).toBe(first)
    kit.clock.advance(59_999)
    await call('GET', '/me')
    expect(await lastUse()).toBe(first)
    kit.clock.advance(1)
    await call('GET', '/me')
    expect(await lastUse()).toBe(first + 60_000)
  })
})

import { expect, test } from 'vitest'
import { until } from '../support/faulty-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('access tokens', (openStore) => {
  test('a token begins with dko_, and `GET /me` says that it is an access token', async () => {
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

  // docs/api.md#api-keys
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

  test('access tokens do not count among the 25 active API keys', async () => {
    const kit = await createKit({ store: openStore() })
    const input = { workspace: kit.workspace.id, name: 'App', access: 'full_access' } as const
    for (let made = 0; made < 30; made++) await kit.doorkit.keys.createAccessToken(input)
    expect((await kit.doorkit.keys.create(input)).secret).toMatch(/^dk_live_/)
  })
})

describeOverMemory('lists of keys', (openStore) => {
  test('show API keys and access tokens separately, so no number of tokens hides an API key', async () => {
    const kit = await createKit({ store: openStore() })
    const { keys } = kit.doorkit
    const input = { workspace: kit.workspace.id, name: 'App', access: 'read_only' } as const
    for (let made = 0; made < 1_001; made++) await keys.createAccessToken(input)
    const { workspace } = input
    expect((await keys.list({ workspace })).map(({ id }) => id)).toEqual([kit.key.id])
    const page = await keys.listAccessTokens({ workspace })
    expect(page).toHaveLength(1_000)
    const startingAfter = page.at(-1)?.id
    expect(await keys.listAccessTokens({ workspace, startingAfter })).toMatchObject([
      { kind: 'access_token', status: 'active' },
    ])
  })

  test('can be paged, each API key once, and refuse a wrong limit or position', async () => {
    const kit = await createKit({ store: openStore() })
    const { keys } = kit.doorkit
    const workspace = kit.workspace.id
    const input = { workspace, name: 'CRM', access: 'read_only' } as const
    for (let made = 0; made < 6; made++) await keys.create(input)
    const whole = await keys.list({ workspace })
    const paged: typeof whole = []
    for (;;) {
      const page = await keys.list({ workspace, limit: 3, startingAfter: paged.at(-1)?.id })
      paged.push(...page)
      if (page.length < 3) break
    }
    expect(paged).toEqual(whole)
    expect(whole).toHaveLength(7)
    for (const page of [{ limit: 0 }, { limit: 1_001 }, { startingAfter: 'key_nobody' }]) {
      const refused = { code: 'invalid_input', param: Object.keys(page)[0] }
      await expect(keys.list({ workspace, ...page })).rejects.toMatchObject(refused)
    }
  })

  test('refuse an unknown workspace', async () => {
    const { keys } = (await createKit({ store: openStore() })).doorkit
    const unknown = { workspace: 'ws_nobody' }
    const refused = { code: 'not_found' }
    await expect(keys.list(unknown)).rejects.toMatchObject(refused)
    await expect(keys.listAccessTokens(unknown)).rejects.toMatchObject(refused)
  })

  test('no longer contain expired tokens after a pass of the worker, and keep every API key', async () => {
    const kit = await createKit({ store: openStore() })
    const { keys } = kit.doorkit
    const input = { workspace: kit.workspace.id, name: 'App', access: 'read_only' } as const
    await keys.createAccessToken(input)
    kit.clock.advance(1_800_000)
    const { id } = await keys.createAccessToken(input)
    await keys.revoke({ id: kit.key.id })
    kit.clock.advance(1_800_001)
    await kit.doorkit.worker.tick()
    expect(await keys.listAccessTokens(input)).toMatchObject([{ id, status: 'active' }])
    expect(await keys.list(input)).toMatchObject([{ id: kit.key.id, status: 'revoked' }])
  })
})

describeOverMemory('the list of workspaces', (openStore) => {
  test('can be paged, oldest first', async () => {
    const { doorkit } = await createKit({ store: openStore() })
    for (const name of ['B', 'C', 'D']) {
      await doorkit.workspaces.create({ name, website: 'https://b.example' })
    }
    const first = await doorkit.workspaces.list({ limit: 2 })
    const second = await doorkit.workspaces.list({ limit: 2, startingAfter: first[1]?.id })
    expect([...first, ...second].map(({ name }) => name)).toEqual(['Acme', 'B', 'C', 'D'])
    expect(await doorkit.workspaces.list({ startingAfter: second[1]?.id })).toEqual([])
  })
})

describeOverMemory('Authentication: last use', (openStore) => {
  test('an API key shows when it was last used, at most a minute too early', async () => {
    const kit = await createKit({ store: openStore() })
    const lastUse = async () => {
      const [key] = await kit.doorkit.keys.list({ workspace: kit.workspace.id })
      return key?.lastUsedAt
    }
    const call = caller(kit)
    expect(await lastUse()).toBeNull()
    const first = kit.clock.now()
    await call('GET', '/me')
    // The answer does not wait for this write.
    await until(async () => (await lastUse()) === first)
    kit.clock.advance(59_999)
    await call('GET', '/me')
    expect(await lastUse()).toBe(first)
    kit.clock.advance(1)
    await call('GET', '/me')
    await until(async () => (await lastUse()) === first + 60_000)
  })
})

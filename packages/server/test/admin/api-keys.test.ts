import { scopes } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { everything } from '../support/privacy.ts'
import { describeOverMemory, type OpenStore, overMemory } from '../support/stores.ts'

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const { keys } = kit.doorkit
  const { id: workspace } = kit.workspace
  const create = (name = 'A') => keys.create({ workspace, name, access: 'full_access' })
  return { kit, keys, workspace, create }
}

describeOverMemory('an access preset', (openStore) => {
  test('read_only has every read scope and no other', async () => {
    const { keys, workspace } = await setUp(openStore)
    await keys.create({ workspace, name: 'R', access: 'read_only' })
    const [key] = await keys.list({ workspace })
    expect(key?.scopes).toEqual([
      'conversations:read',
      'contacts:read',
      'meetings:read',
      'analytics:read',
      'events:read',
      'knowledge:read',
      'agent:read',
      'experiments:read',
    ])
  })

  test('full_access has every scope', async () => {
    const { keys, workspace, create } = await setUp(openStore)
    await create()
    expect((await keys.list({ workspace }))[0]?.scopes).toEqual(scopes)
  })
})

describeOverMemory('a secret', (openStore) => {
  test('is not in the store, and the list shows only its beginning', async () => {
    const { kit, keys, workspace, create } = await setUp(openStore)
    const key = await create()
    const { id, secret } = key
    expect((await caller({ ...kit, key })('GET', '/me')).status).toBe(200)
    const stored = await everything(kit)
    expect(stored).toContain(id.toLowerCase())
    expect(stored).not.toContain(secret.slice(12).toLowerCase())
    const [info] = await keys.list({ workspace })
    expect(info?.hint).toBe(secret.slice(0, 12))
    expect(JSON.stringify(info)).not.toContain(secret.slice(12))
  })

  test('is different for every API key', async () => {
    const { create } = await setUp(openStore)
    const made = await Promise.all(Array.from({ length: 20 }, () => create()))
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(20)
    for (const { secret } of made) expect(secret).toMatch(/^dk_live_[A-Za-z0-9_-]{32}$/)
  })
})

describeOverMemory('a revoked API key', (openStore) => {
  test('stays listed as revoked, is refused and makes room for another', async () => {
    const { kit, keys, workspace, create } = await setUp(openStore)
    const made = await Promise.all(Array.from({ length: 24 }, () => create()))
    await expect(create()).rejects.toThrow('25')
    const [gone = expect.fail()] = made
    const call = caller({ ...kit, key: gone })
    expect((await call('GET', '/me')).status).toBe(200)
    kit.clock.advance(1_000)
    await keys.revoke({ workspace, id: gone.id })
    expect((await call('GET', '/me')).json.code).toBe('invalid_api_key')
    const listed = (await keys.list({ workspace })).find(({ id }) => id === gone.id)
    expect(listed).toMatchObject({ status: 'revoked', revokedAt: kit.clock.now() })
    await create()
    await expect(create()).rejects.toThrow('25')
  })

  test('makes room for one other, however often it is revoked', async () => {
    const { keys, workspace, create } = await setUp(openStore)
    const made = await Promise.all(Array.from({ length: 24 }, () => create()))
    const [gone = expect.fail()] = made
    await Promise.all(Array.from({ length: 10 }, () => keys.revoke({ workspace, id: gone.id })))
    await keys.revoke({ workspace, id: gone.id })
    await create()
    await expect(create()).rejects.toThrow('25')
  })
})

overMemory((openStore) => {
  test('API keys are listed newest first', async () => {
    const { kit, keys, workspace, create } = await setUp(openStore)
    for (const name of ['A', 'B', 'C']) {
      kit.clock.advance(1)
      await create(name)
    }
    const names = (await keys.list({ workspace })).map(({ name }) => name)
    expect(names).toEqual(['C', 'B', 'A', 'Test'])
  })

  test('simultaneous changes of a workspace are all kept', async () => {
    const { kit, workspace } = await setUp(openStore)
    const { workspaces } = kit.doorkit
    await Promise.all([
      workspaces.update(workspace, { name: 'B' }),
      workspaces.update(workspace, { timezone: 'Europe/Berlin' }),
      workspaces.update(workspace, { billing: 'free_meetings_used' }),
      workspaces.update(workspace, { agent: { live: false } }),
    ])
    expect(await workspaces.get(workspace)).toMatchObject({
      name: 'B',
      timezone: 'Europe/Berlin',
      billing: 'free_meetings_used',
      agent: { live: false },
    })
  })
})

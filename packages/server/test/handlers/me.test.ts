import { ApiKeyIdentity } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { forEachStore } from '../support/stores.ts'

forEachStore((openStore) => {
  test('GET /me tells who is calling', async () => {
    const kit = await createKit({ store: openStore(), scopes: ['events:read', 'chat:write'] })
    const { status, json } = await caller(kit)('GET', '/me')
    expect(status).toBe(200)
    expect(ApiKeyIdentity.parse(json)).toEqual({
      object: 'api_key_identity',
      key: kit.key.id,
      name: 'Test',
      kind: 'secret_key',
      mode: 'live',
      scopes: ['events:read', 'chat:write'],
      workspace: kit.workspace.id,
    })
  })

  test('a key of a sandbox says so, in its secret too', async () => {
    const kit = await createKit({ store: openStore() })
    const workspace = await kit.doorkit.workspaces.create({
      name: 'Sandbox',
      website: 'https://acme.example',
      mode: 'test',
    })
    const key = await kit.doorkit.keys.create({
      workspace: workspace.id,
      name: 'Sandbox',
      access: 'read_only',
    })
    expect(key.secret).toMatch(/^dk_test_/)
    expect(kit.key.secret).toMatch(/^dk_live_/)
    const { json } = await caller({ ...kit, key })('GET', '/me')
    expect([json.mode, json.workspace]).toEqual(['test', workspace.id])
  })
})

import { limits } from '@doorkit/models'
import { expect, test } from 'vitest'
import { type ApiKeyCreate, createDoorkit, KitError } from '../../src/index.ts'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

/** Waits until a call is refused, and returns the error. */
async function catchRefusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(KitError)
  return error
}

describeOverMemory('workspaces, in code', (openStore) => {
  const valid = { name: 'Acme', website: 'https://acme.example' }

  test.each([
    [{ name: ' ' }, 'name'],
    [{ website: 'acme.example' }, 'website'],
    [{ website: 'ftp://acme.example' }, 'website'],
    [{ plan: 'gold' }, 'plan'],
    [{ mode: 'demo' }, 'mode'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ color: 'red' }, 'color'],
  ])('a workspace with %j is refused', async (fault, param) => {
    const { doorkit } = await createKit({ store: openStore() })
    const input = { ...valid, ...fault } as typeof valid
    expect(await catchRefusal(doorkit.workspaces.create(input))).toMatchObject({
      name: 'KitError',
      code: 'invalid_input',
      param,
    })
    expect(await doorkit.workspaces.list()).toHaveLength(1)
  })

  test('a workspace gets a default for each field that is left out', async () => {
    const { doorkit } = await createKit({ store: openStore() })
    const { id } = await doorkit.workspaces.create(valid)
    expect(await doorkit.workspaces.get(id)).toMatchObject({
      ...valid,
      plan: 'apex',
      mode: 'live',
      timezone: 'UTC',
      billing: 'active',
    })
  })

  test('calls with the same `key` create one workspace, even from many servers at the same time', async () => {
    const store = openStore()
    const { workspace } = await createKit({ store })
    const create = () => createDoorkit({ store }).workspaces.create(valid, { key: 'main' })
    const created = await Promise.all(Array.from({ length: 10 }, create))
    const [first] = created
    expect(first?.id).not.toBe(workspace.id)
    for (const one of [...created, await create()]) expect(one).toEqual(first)
    const { doorkit } = await createKit({ store })
    const other = await doorkit.workspaces.create(valid, { key: 'other' })
    expect(other.id).not.toBe(first?.id)
  })

  test.each([
    [{ timezone: 'UTC+25' }, 'timezone'],
    [{ billing: 'rich' }, 'billing'],
    [{ agent: { tone: 'rude' } }, 'agent.tone'],
    [{ agent: { booking: { url: 'javascript:alert(1)' } } }, 'agent.booking.url'],
  ])('a change to %j is refused and changes nothing', async (fault, param) => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const change = { name: 'Other', ...fault } as { name: string }
    const before = await doorkit.workspaces.get(workspace.id)
    expect(await catchRefusal(doorkit.workspaces.update(workspace.id, change))).toMatchObject({
      code: 'invalid_input',
      param,
    })
    expect(before?.name).toBe('Acme')
    expect(await doorkit.workspaces.get(workspace.id)).toEqual(before)
  })

  test('a field that is undefined in a change keeps its value', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const changed = await doorkit.workspaces.update(workspace.id, {
      name: undefined,
      plan: 'adapt',
    })
    expect(changed).toMatchObject({ name: 'Acme', plan: 'adapt' })
  })

  test('an unknown workspace cannot be changed', async () => {
    const { doorkit } = await createKit({ store: openStore() })
    expect(await catchRefusal(doorkit.workspaces.update('ws_none', { name: 'A' }))).toMatchObject({
      code: 'not_found',
    })
  })
})

describeOverMemory('API keys, in code', (openStore) => {
  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['contacts:delete'] }, 'scopes.0'],
    [{}, 'scopes'],
    [{ scopes: ['contacts:read'], access: 'full_access' }, 'scopes'],
    [{ access: 'everything' }, 'access'],
    [{ access: 'full_access', name: '' }, 'name'],
  ])('an API key or access token with %j is refused', async (fault, param) => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const input = { workspace: workspace.id, name: 'CRM', ...fault } as ApiKeyCreate
    for (const create of [doorkit.keys.create, doorkit.keys.createAccessToken]) {
      expect(await catchRefusal(create(input))).toMatchObject({ code: 'invalid_input', param })
    }
    expect(await doorkit.keys.list({ workspace: workspace.id })).toHaveLength(1)
  })

  test('a repeated scope is stored once', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const scopes = ['contacts:read', 'contacts:read', 'meetings:read'] as const
    const { id } = await doorkit.keys.create({ workspace: workspace.id, name: 'CRM', scopes })
    const made = await doorkit.keys.list({ workspace: workspace.id })
    expect(made.find((key) => key.id === id)?.scopes).toEqual(['contacts:read', 'meetings:read'])
  })

  test('an API key for an unknown workspace is refused', async () => {
    const { doorkit } = await createKit({ store: openStore() })
    const input = { workspace: 'ws_none', name: 'CRM', access: 'read_only' } as const
    expect(await catchRefusal(doorkit.keys.create(input))).toMatchObject({ code: 'not_found' })
    expect(await catchRefusal(doorkit.keys.createAccessToken(input))).toMatchObject({
      code: 'not_found',
    })
  })

  // docs/api.md#api-keys
  test('the 26th active API key is refused, even when many are created at the same time', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const input = { workspace: workspace.id, name: 'CRM', access: 'read_only' } as const
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => doorkit.keys.create(input)),
    )
    const refused = results.filter((one) => one.status === 'rejected')
    expect(results.length - refused.length).toBe(limits.activeKeys - 1)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'limit_reached' })
    const [newest] = await doorkit.keys.list({ workspace: workspace.id })
    await doorkit.keys.revoke({ workspace: workspace.id, id: newest?.id ?? '' })
    expect((await doorkit.keys.create(input)).secret).toMatch(/^dk_live_/)
  })

  test('the API key of another workspace cannot be revoked', async () => {
    const { doorkit, key } = await createKit({ store: openStore() })
    const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    const call = doorkit.keys.revoke({ workspace: other.id, id: key.id })
    expect(await catchRefusal(call)).toMatchObject({ code: 'not_found' })
    expect((await caller({ doorkit, key })('GET', '/me')).status).toBe(200)
  })
})

describeOverMemory('master keys', (openStore) => {
  test.each([[[]], [[{ version: 1, key: 'c2hvcnQ=' }]]])('%j are refused', async (masterKeys) => {
    const doorkit = createDoorkit({ store: openStore(), masterKeys })
    expect(await catchRefusal(doorkit.workspaces.list())).toMatchObject({
      code: 'invalid_input',
      param: 'masterKeys',
    })
  })
})

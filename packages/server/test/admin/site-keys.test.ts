import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { siteKeys } from '../../src/collections/site-key.ts'
import { createDoorkit, generateMasterKey } from '../../src/index.ts'
import { createKit } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('site keys, in code', (openStore) => {
  test('a new workspace has a site key, for the origin of its website', async () => {
    const { doorkit, workspace, clock } = await createKit({ store: openStore() })
    const keys = await doorkit.siteKeys.list({ workspace: workspace.id })
    expect(keys).toEqual([
      {
        id: expect.stringMatching(/^pk_live_[\w-]{24}$/),
        status: 'active',
        origins: ['https://acme.example'],
        createdAt: clock.now(),
        endsAt: null,
      },
    ])
    const testWorkspace = {
      name: 'T',
      website: 'https://acme.example/shop?a',
      mode: 'test',
    } as const
    const { id } = await doorkit.workspaces.create(testWorkspace)
    const [key] = await doorkit.siteKeys.list({ workspace: id })
    expect(key).toMatchObject({
      id: expect.stringMatching(/^pk_test_/),
      origins: ['https://acme.example'],
    })
  })

  test('a workspace from an earlier version gets one site key on first use, even on many servers at the same time', async () => {
    const store = openStore()
    const { doorkit, workspace } = await createKit({ store })
    const [made] = await doorkit.siteKeys.list({ workspace: workspace.id })
    await store.commit([siteKeys.remove(made?.id ?? '')])
    const asked = await Promise.all(
      Array.from({ length: 6 }, () =>
        createDoorkit({ store }).siteKeys.list({ workspace: workspace.id }),
      ),
    )
    expect(new Set(asked.flat().map(({ id }) => id)).size).toBe(1)
    expect(asked[0]?.[0]?.id).not.toBe(made?.id)
  })

  test('the origins of a site key can be set, and reset to the origin of the website', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const update = (origins: string[] | null) =>
      doorkit.siteKeys.update({ workspace: workspace.id, origins })
    const origins = ['https://www.acme.example', 'http://localhost:5173']
    expect(await update(origins)).toMatchObject({ origins, status: 'active' })
    expect(await doorkit.siteKeys.list({ workspace: workspace.id })).toMatchObject([{ origins }])
    expect(await update(null)).toMatchObject({ origins: ['https://acme.example'] })
  })

  test.each([
    'acme.example',
    'https://acme.example/',
    'https://acme.example:443',
    'https://Acme.example',
    'ftp://acme.example',
    'null',
    '*',
  ])('%s is refused as an origin', async (origin) => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const update = doorkit.siteKeys.update({ workspace: workspace.id, origins: [origin] })
    await expect(update).rejects.toMatchObject({ code: 'invalid_input', param: 'origins.0' })
  })

  test('a replaced site key works for the given time, and the new site key has the same origins', async () => {
    const kit = await createSiteKit({ store: openStore() })
    const { doorkit, workspace, clock } = kit
    const origin = 'https://www.acme.example'
    const origins = [origin]
    await doorkit.siteKeys.update({ workspace: workspace.id, origins })
    const [old] = await doorkit.siteKeys.list({ workspace: workspace.id })
    clock.advance(1_000)
    const made = await doorkit.siteKeys.replace({ workspace: workspace.id, keepMs: 60_000 })
    expect(made).toMatchObject({ status: 'active', origins })
    const list = () => doorkit.siteKeys.list({ workspace: workspace.id })
    expect(await list()).toMatchObject([
      { id: made.id, status: 'active' },
      { id: old?.id, status: 'replaced', endsAt: clock.now() + 60_000 },
    ])
    const visit = async () => (await openPage(kit, origin).visit()).status
    clock.advance(59_999)
    expect(await visit()).toBe(201)
    clock.advance(1)
    expect(await visit()).toBe(401)
    expect(await list()).toMatchObject([{ id: made.id }, { id: old?.id, status: 'ended' }])
  })

  test('simultaneous replacements leave one active site key', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const replace = () => doorkit.siteKeys.replace({ workspace: workspace.id })
    await Promise.all([replace(), replace(), replace()])
    const keys = await doorkit.siteKeys.list({ workspace: workspace.id })
    expect(keys.map(({ status }) => status).sort()).toEqual(['active', 'ended', 'ended', 'ended'])
  })
})

test('the identity secret is the same in every process and under a new master key, until it is replaced', async () => {
  const store = memoryStore()
  const [first, second] = [generateMasterKey(1), generateMasterKey(2)]
  const kit = await createKit({ store, masterKeys: [first] })
  const { id: workspace } = kit.workspace
  const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
  expect(secret).toMatch(/^dis_[\w-]{44}$/)
  const other = createDoorkit({ store, masterKeys: [first, second] })
  await other.masterKeys.reseal()
  await other.siteKeys.replace({ workspace })
  expect(await other.siteKeys.identitySecret({ workspace })).toBe(secret)
  const replaced = await kit.doorkit.siteKeys.replaceIdentitySecret({ workspace })
  expect(replaced).not.toBe(secret)
  expect(await other.siteKeys.identitySecret({ workspace })).toBe(replaced)
  const { id } = await kit.anotherWorkspace()
  expect(await other.siteKeys.identitySecret({ workspace: id })).not.toBe(replaced)
})

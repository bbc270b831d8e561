import { Workspace } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { forEachStore } from '../support/stores.ts'

forEachStore((openStore) => {
  test('GET /workspace shows the plan, its limits and what is used of them', async () => {
    const kit = await createKit({ store: openStore(), plan: 'evolve', scopes: ['chat:write'] })
    const call = caller(kit)
    for (let at = 0; at < 3; at += 1) await call('POST', '/chat/sessions', { body: {} })
    const { status, json } = await call('GET', '/workspace')
    expect(status).toBe(200)
    expect(Workspace.parse(json)).toEqual({
      id: kit.workspace.id,
      object: 'workspace',
      name: 'Acme',
      website: 'https://acme.example',
      plan: 'evolve',
      mode: 'live',
      timezone: 'UTC',
      limits: {
        requests_per_minute: 600,
        heavy_requests_per_minute: 30,
        chat_sessions_per_month: 2_500,
        webhook_endpoints: 16,
        chat_buttons: 20,
      },
      usage: { chat_sessions_this_month: 3 },
      created_at: '2026-10-12T09:30:00.000Z',
    })
  })

  test('the plan without a chat API has no allowance', async () => {
    const kit = await createKit({ store: openStore(), plan: 'origin' })
    const { json } = await caller(kit)('GET', '/workspace')
    expect(json.limits.chat_sessions_per_month).toBeNull()
  })

  test('the sessions are those of the calendar month in UTC', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    await call('POST', '/chat/sessions', { body: {} })
    kit.clock.advance(Date.UTC(2026, 10, 1) - kit.clock.now() - 1)
    const used = async () => (await call('GET', '/workspace')).json.usage.chat_sessions_this_month
    expect(await used()).toBe(1)
    kit.clock.advance(1)
    expect(await used()).toBe(0)
  })

  test('what the host changes is seen by the next request', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    await kit.doorkit.workspaces.update(kit.workspace.id, { name: 'Acme 2', plan: 'adapt' })
    expect((await call('GET', '/workspace')).json).toMatchObject({ name: 'Acme 2', plan: 'adapt' })
  })
})

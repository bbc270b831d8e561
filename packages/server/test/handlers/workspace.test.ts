import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

overMemory((openStore) => {
  test('chat sessions are counted by calendar month, in UTC', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    await call('POST', '/chat/sessions', { body: {} })
    kit.clock.advance(Date.UTC(2026, 10, 1) - kit.clock.now() - 1)
    const countSessions = async () =>
      (await call('GET', '/workspace')).json.usage.chat_sessions_this_month
    expect(await countSessions()).toBe(1)
    kit.clock.advance(1)
    expect(await countSessions()).toBe(0)
  })

  test('the next request sees a change by the host', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    await kit.doorkit.workspaces.update(kit.workspace.id, { name: 'Acme 2', plan: 'adapt' })
    expect((await call('GET', '/workspace')).json).toMatchObject({ name: 'Acme 2', plan: 'adapt' })
  })
})

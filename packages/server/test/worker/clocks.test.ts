import { expect, test } from 'vitest'
import { createDoorkit, type Logger, silentLogger } from '../../src/index.ts'
import { caller } from '../support/kit.ts'
import { startReceiver } from '../support/receiver.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'
import { createWebhookKit } from '../support/webhooks.ts'

const hour = 3_600_000

/** A kit, and a server over the same store. The clock of that server is an hour ahead. */
async function setUp(openStore: OpenStore) {
  const warnings: Readonly<Record<string, unknown>>[] = []
  const logger: Logger = {
    ...silentLogger,
    warn: (facts) => void ('seconds' in facts && warnings.push(facts)),
  }
  const kit = await createWebhookKit({ store: openStore(), logger })
  const clock = { now: () => kit.clock.now() + hour, after: kit.clock.after }
  const doorkit = createDoorkit({ store: kit.store, clock, allowPrivateWebhooks: true })
  const receiver = await startReceiver()
  await kit.subscribe(receiver.url, ['conversation.started'])
  return {
    kit,
    receiver,
    warnings,
    wrongServer: { doorkit, call: caller({ doorkit, key: kit.key }) },
  }
}

overMemory((openStore) => {
  test('after a server with a clock an hour ahead reads lists, webhooks are still sent on time, and a warning says how far ahead its clock is', async () => {
    const { kit, receiver, warnings, wrongServer } = await setUp(openStore)
    for (const list of ['events', 'contacts', 'conversations'])
      await wrongServer.call('GET', `/${list}`)
    await kit.say()
    expect(await kit.settle()).toMatchObject({ built: 1, attempted: 1 })
    expect(receiver.received).toHaveLength(1)
    expect(warnings).toEqual([{ workspace: kit.workspace.id, seconds: 3_600 }])
  })

  test('an event of a server whose clock is an hour ahead is sent by another server, and a warning says how far ahead the clock is', async () => {
    const { kit, receiver, warnings, wrongServer } = await setUp(openStore)
    const session = (await wrongServer.call('POST', '/chat/sessions', { body: {} })).json
    const body = { text: 'Hello' }
    await wrongServer.call('POST', `/chat/sessions/${session.id}/messages`, { body })
    const reports = [await kit.settle(), await kit.settle()]
    expect(reports.reduce((sum, { attempted }) => sum + attempted, 0)).toBe(1)
    expect(receiver.received).toHaveLength(1)
    expect(warnings).toEqual([{ workspace: kit.workspace.id, seconds: 3_600 }])
  })
})

import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  return { call: caller(kit), record: kit.doorkit.record(kit.workspace.id) }
}

describeForEachStore(
  'Chat session status: open, meeting booked in this conversation',
  (openStore) => {
    test('the session becomes booked, and stays so', async () => {
      const { call, record } = await setUp(openStore)
      const session = (await call('POST', '/chat/sessions', { body: {} })).json
      const times = { start_at: 1_000, end_at: 2_000 }
      const input = { conversation: session.conversation, provider: 'cal.com', ...times }
      const meeting = await record.meetings.book({ ...input, invitee: {} })
      const show = async () => (await call('GET', `/chat/sessions/${session.id}`)).json
      expect(await show()).toMatchObject({ status: 'booked' })
      await record.meetings.cancel(meeting)
      expect(await show()).toMatchObject({ status: 'booked' })
    })

    test('one that was handed off stays so', async () => {
      const { call, record } = await setUp(openStore)
      const session = (await call('POST', '/chat/sessions', { body: {} })).json
      const body = { text: 'Can I talk to a person?' }
      await call('POST', `/chat/sessions/${session.id}/messages`, { body })
      const times = { start_at: 1_000, end_at: 2_000 }
      const input = { conversation: session.conversation, provider: 'cal.com', ...times }
      await record.meetings.book({ ...input, invitee: {} })
      expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('handed_off')
    })
  },
)

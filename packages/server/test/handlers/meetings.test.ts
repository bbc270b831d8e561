import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  return { call: caller(kit), clock: kit.clock, record: kit.doorkit.record(kit.workspace.id) }
}

describeOverMemory('a chat session and its meetings', (openStore) => {
  test('the session becomes booked, and is open again after its last meeting is canceled', async () => {
    const { call, record } = await setUp(openStore)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    const times = { start_at: 1_000, end_at: 2_000 }
    const input = { conversation: session.conversation, provider: 'cal.com', ...times }
    const meeting = await record.meetings.book({ ...input, invitee: {} })
    const show = async () => (await call('GET', `/chat/sessions/${session.id}`)).json
    expect(await show()).toMatchObject({ status: 'booked' })
    const another = await record.meetings.book({ ...input, invitee: {} })
    await record.meetings.cancel(meeting)
    expect(await show()).toMatchObject({ status: 'booked' })
    await record.meetings.cancel(another)
    expect(await show()).toMatchObject({ status: 'open' })
  })

  test('a session that was handed off while it was booked is handed off after the cancellation', async () => {
    const { call, record } = await setUp(openStore)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    const { conversation } = session
    const times = { start_at: 1_000, end_at: 2_000 }
    const book = { conversation, provider: 'cal.com', ...times, invitee: {} }
    const meeting = await record.meetings.book(book)
    await record.conversations.requestHandoff(conversation, { reason: 'Prices' })
    await record.meetings.cancel(meeting)
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('handed_off')
  })

  test('a moved meeting has the new URLs, and keeps those that the move leaves out', async () => {
    const { call, record } = await setUp(openStore)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    const meeting = await record.meetings.book({
      conversation: session.conversation,
      provider: 'cal.com',
      start_at: 1_000,
      end_at: 2_000,
      verified: true,
      invitee: {},
      join_url: 'https://meet.example/1',
      reschedule_url: 'https://cal.example/1/move',
      cancel_url: 'https://cal.example/1/cancel',
    })
    await record.meetings.move(meeting, {
      start_at: 3_000,
      end_at: 4_000,
      join_url: 'https://meet.example/2',
      cancel_url: null,
    })
    expect((await call('GET', `/meetings/${meeting}`)).json).toMatchObject({
      start_at: '1970-01-01T00:00:03.000Z',
      end_at: '1970-01-01T00:00:04.000Z',
      reschedules: 1,
      join_url: 'https://meet.example/2',
      reschedule_url: 'https://cal.example/1/move',
      cancel_url: null,
    })
  })

  test('a message that the host records changes the session too', async () => {
    const { call, record, clock } = await setUp(openStore)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    clock.advance(1_000)
    const message = { role: 'assistant', text: 'I am Ada, of Acme.' } as const
    await record.conversations.message(session.conversation, message)
    const { updated_at, messages } = (await call('GET', `/chat/sessions/${session.id}`)).json
    expect(Date.parse(updated_at)).toBe(Date.parse(session.updated_at) + 1_000)
    expect(messages).toMatchObject([message])
  })

  test('a session that was handed off stays handed off when a meeting is booked', async () => {
    const { call, record } = await setUp(openStore)
    const session = (await call('POST', '/chat/sessions', { body: {} })).json
    const body = { text: 'Can I talk to a person?' }
    await call('POST', `/chat/sessions/${session.id}/messages`, { body })
    const times = { start_at: 1_000, end_at: 2_000 }
    const input = { conversation: session.conversation, provider: 'cal.com', ...times }
    await record.meetings.book({ ...input, invitee: {} })
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('handed_off')
  })
})

import { describe, expect, test } from 'vitest'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/pricing'
const meeting = { provider: 'cal.com', invitee: {} }
const hello = { role: 'user', text: 'Hello' } as const

/** The times of a meeting on a day of November. */
const on = (date: number) => ({
  start_at: Date.UTC(2026, 10, date, 9),
  end_at: Date.UTC(2026, 10, date, 10),
})

overMemory((openStore) => {
  async function setUp(options: KitOptions = {}) {
    const kit = await createKit({ ...options, store: openStore() })
    const call = caller(kit)
    const record = kit.doorkit.record(kit.workspace.id)
    const show = async (path: string) => (await call('GET', path)).json
    return { ...kit, ...record, call, record, show }
  }

  describe('conversation, as it is recorded', () => {
    test.each([undefined, false, true])(
      'a conversation in a visit of the team is a preview, even with test: %s',
      async (isTest) => {
        const { visits, conversations, show } = await setUp()
        const visit = await visits.start({ page_url, test: true })
        const conversation = await conversations.start({ visit, test: isTest })
        expect((await show(`/conversations/${conversation}`)).test).toBe(true)
        expect((await show('/conversations')).data).toEqual([])
      },
    )

    test('NUL is removed from the input of visitors, and an unpaired surrogate becomes U+FFFD', async () => {
      const { conversations, meetings, show } = await setUp()
      const id = await conversations.start({ page_url, utm: { 'utm\0_term': 'a\0b' } })
      await conversations.message(id, { role: 'user', text: 'Hi\0 there \ud83d', tools: ['a\0'] })
      const invitee = { name: 'A\udc00da' }
      const booked = await meetings.book({ ...meeting, invitee, conversation: id, ...on(1) })
      expect(await show(`/conversations/${id}?expand=messages`)).toMatchObject({
        preview: 'Hi there \ufffd',
        visitor: { utm: { utm_term: 'ab' } },
        messages: [{ text: 'Hi there \ufffd', tools: ['a'] }],
      })
      expect((await show(`/meetings/${booked}`)).invitee.name).toBe('A\ufffdda')
    })

    test('the device, country and source of a conversation are its own, or else those of its visit', async () => {
      const { visits, conversations, show } = await setUp()
      const from = { country: 'DE', source: 'news', utm: { utm_source: 'news' } }
      const visit = await visits.start({ page_url, ...from })
      const visitorOf = async (input: object) => {
        const id = await conversations.start({ visit, ...input })
        return (await show(`/conversations/${id}`)).visitor
      }
      const ofVisit = { device: null, ...from, ai_referred: false }
      expect(await visitorOf({})).toEqual(ofVisit)
      const own = { device: 'mobile', country: 'FR', source: 'ads', utm: {}, ai_referred: true }
      expect(await visitorOf(own)).toEqual(own)
    })

    test('the member `preview` of a conversation is the first message of the visitor', async () => {
      const { conversations, show } = await setUp()
      const conversation = await conversations.start({ page_url })
      const say = (role: 'user' | 'assistant', text: string) =>
        conversations.message(conversation, { role, text })
      await say('assistant', 'Hi there')
      expect((await show(`/conversations/${conversation}`)).preview).toBe('')
      await say('user', 'What does it cost?')
      await say('user', 'And for a year?')
      const { preview, message_count } = await show(`/conversations/${conversation}`)
      expect([preview, message_count]).toEqual(['What does it cost?', 3])
    })

    test("the visitor's message has its own time, not the time of the answer", async () => {
      const { call, show, clock } = await setUp({
        agent: agentOf(async function* () {
          clock.advance(4_000)
          yield* textChunks('One moment.')
        }),
      })
      const { id, conversation } = (await call('POST', '/chat/sessions', { body: {} })).json
      await call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hello' } })
      const { messages } = await show(`/conversations/${conversation}?expand=messages`)
      expect(messages.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
        '2026-10-12T09:30:00.000Z',
        '2026-10-12T09:30:04.000Z',
      ])
    })
  })

  describe('conversation, with several meetings', () => {
    test('the conversation shows the meeting that was booked last, even after another meeting moves', async () => {
      const { conversations, meetings, show } = await setUp()
      const conversation = await conversations.start({ page_url })
      const first = await meetings.book({ ...meeting, ...on(2), conversation })
      const second = await meetings.book({ ...meeting, ...on(3), conversation })
      await meetings.move(first, on(4))
      const { booking } = await show(`/conversations/${conversation}`)
      expect(booking).toMatchObject({ meeting: second, start_at: '2026-11-03T09:00:00.000Z' })
      await meetings.move(second, on(5))
      const { booking: moved } = await show(`/conversations/${conversation}`)
      expect(moved).toMatchObject({ meeting: second, start_at: '2026-11-05T09:00:00.000Z' })
    })

    test('the analytics count one meeting for the conversation, with or without a visit', async () => {
      const { visits, conversations, meetings, show } = await setUp()
      const visit = await visits.start({ page_url })
      for (const input of [{ visit }, { page_url }]) {
        const conversation = await conversations.start(input)
        await conversations.message(conversation, hello)
        for (const date of [2, 3]) await meetings.book({ ...meeting, ...on(date), conversation })
      }
      expect((await show('/analytics')).pages).toMatchObject([{ conversations: 2, meetings: 2 }])
      expect((await show('/meetings')).data).toHaveLength(4)
    })
  })

  describe('contact, of visitors who write and book', () => {
    test('a meeting belongs to the contact who was invited, or else to the lead', async () => {
      const { call, conversations, meetings, show } = await setUp()
      const invited = (await call('POST', '/contacts', { body: { email: 'bob@example.com' } })).json
      const conversation = await conversations.start({ page_url })
      const lead = await conversations.captureLead(conversation, { email: 'ada@example.com' })
      const contactOf = async (invitee: object) => {
        const input = { ...meeting, ...on(2), conversation, invitee }
        return (await show(`/meetings/${await meetings.book(input)}`)).contact
      }
      expect(await contactOf({ email: 'Bob@example.com' })).toBe(invited.id)
      expect(await contactOf({ email: 'eve@example.com' })).toBe(lead)
      expect(await contactOf({})).toBe(lead)
    })

    test('a verified contact stays verified when the same address is captured again', async () => {
      const email = 'ada@example.com'
      const { call, conversations, show } = await setUp({
        agent: agentOf(async function* ({ tools }) {
          await tools.save_lead.execute({ email })
          yield* textChunks('Thank you.')
        }),
      })
      const body = { visitor: { email } }
      const { id } = (await call('POST', '/chat/sessions', { body })).json
      await call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'It is me' } })
      const listVerified = async () =>
        (await show(`/contacts?email=${email}`)).data.map(
          ({ identity_verified }: { identity_verified: boolean }) => identity_verified,
        )
      expect(await listVerified()).toEqual([true])
      const conversation = await conversations.start({ page_url })
      await conversations.captureLead(conversation, { email })
      expect(await listVerified()).toEqual([true])
    })
  })
})

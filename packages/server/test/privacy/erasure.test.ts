import { describe, expect, test } from 'vitest'
import { overMemory } from '../support/stores.ts'
import { email, setUp } from './erasure-kit.ts'

const page_url = 'https://acme.example/pricing'
const times = { start_at: '2026-11-01T10:00:00Z', end_at: '2026-11-01T10:30:00Z' }

overMemory((openStore) => {
  describe('privacy: conversations that name the person', () => {
    test.each(['the invitee', 'the booker', 'the chat visitor', 'a former lead'])(
      'a conversation that has the person only as %s is exported and erased',
      async (as) => {
        const { record, call, show, exportPerson, erase } = await setUp(openStore)
        let conversation: string
        if (as === 'the chat visitor') {
          const body = { visitor: { email: 'ADA@example.com', name: 'Ada' } }
          conversation = (await call('POST', '/chat/sessions', { body })).json.conversation
        } else {
          conversation = await record.conversations.start({ page_url })
          await record.conversations.message(conversation, { role: 'user', text: 'It is me' })
          if (as === 'the invitee') {
            const input = { conversation, provider: 'cal.com', ...times }
            await record.meetings.book({ ...input, invitee: { name: 'Ada', email } })
            // The conversation itself shows whoever booked last.
            await record.meetings.book({ ...input, invitee: { email: 'bob@example.com' } })
          } else if (as === 'the booker') {
            await record.bookings.attempt({ conversation, email, status: 'failed' })
          } else {
            await record.conversations.captureLead(conversation, { email })
            await record.conversations.captureLead(conversation, { email: 'bob@example.com' })
          }
        }
        expect((await exportPerson()).conversations).toMatchObject([{ id: conversation }])
        expect(await erase()).toMatchObject({ conversations: 1 })
        expect(await show(`/conversations/${conversation}?expand=messages`)).toMatchObject({
          preview: '',
          message_count: 0,
          messages: [],
        })
        expect((await exportPerson()).conversations).toEqual([])
      },
    )

    test('a chat session is found by the external id of the contact or of another session', async () => {
      const { call, show, exportPerson, erase } = await setUp(openStore)
      const open = async (visitor: object) =>
        (await call('POST', '/chat/sessions', { body: { visitor } })).json.conversation
      await call('POST', '/contacts', { body: { email, external_id: 'crm-7' } })
      const ofContact = await open({ external_id: 'crm-7', name: 'Ada' })
      const withAddress = await open({ external_id: 'app-7', email })
      const ofSession = await open({ external_id: 'app-7' })
      const somebodyElse = await open({ external_id: 'crm-7', email: 'bob@example.com' })
      const found = [ofContact, withAddress, ofSession]
      const { conversations } = await exportPerson()
      expect(conversations.map(({ id }: { id: string }) => id).sort()).toEqual(found)
      expect(await erase()).toMatchObject({ conversations: 3 })
      expect((await exportPerson()).conversations).toEqual([])
      const body = { email: 'bob@example.com' }
      const other = (await call('POST', '/privacy/exports', { body })).json
      expect(other.conversations).toMatchObject([{ id: somebodyElse }])
      expect(await show(`/conversations/${ofContact}`)).toMatchObject({ message_count: 0 })
    })

    test('a row without an address is found by its conversation or meeting', async () => {
      const { record, show, exportPerson, erase } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.captureLead(conversation, { email })
      const meeting = await record.meetings.book({
        conversation,
        provider: 'cal.com',
        ...times,
        invitee: { name: 'Ada' },
        join_url: 'https://calendar.example/ada',
      })
      const named = { name: 'Ada', status: 'confirmed' }
      const attempt = await record.bookings.attempt({ ...named, conversation })
      const booking = await record.bookings.viaLink({ ...named, link: 'lk_1', meeting })
      expect(await exportPerson()).toMatchObject({
        booking_attempts: [{ id: attempt, name: 'Ada', email: null }],
        link_bookings: [{ id: booking, name: 'Ada', meeting }],
      })
      expect(await erase()).toMatchObject({ booking_attempts: 1, link_bookings: 1 })
      expect(await show(`/meetings/${meeting}`)).toMatchObject({
        status: 'booked',
        start_at: '2026-11-01T10:00:00.000Z',
        invitee: { name: null, email: null },
        join_url: null,
        contact: null,
      })
    })

    test('the meeting of somebody else in the same conversation is not erased', async () => {
      const { record, show, erase } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      const contact = await record.conversations.captureLead(conversation, { email })
      const meeting = await record.meetings.book({
        conversation,
        provider: 'cal.com',
        ...times,
        invitee: { name: 'Bob', email: 'bob@example.com' },
        join_url: 'https://calendar.example/bob',
      })
      expect(await show(`/meetings/${meeting}`)).toMatchObject({ contact })
      await erase()
      expect(await show(`/meetings/${meeting}`)).toMatchObject({
        contact: null,
        invitee: { name: 'Bob', email: 'bob@example.com' },
        join_url: 'https://calendar.example/bob',
      })
    })

    test('a booking cannot be reported for a conversation or meeting of another workspace', async () => {
      const { doorkit, record } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      const meeting = await record.meetings.book({
        conversation,
        provider: 'cal.com',
        ...times,
        invitee: {},
      })
      const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const { bookings } = doorkit.record(other.id)
      const input = { email, status: 'confirmed' }
      for (const report of [
        () => bookings.attempt({ ...input, conversation }),
        () => bookings.attempt({ ...input, meeting }),
        () => bookings.viaLink({ ...input, link: 'lk_1', meeting }),
      ]) {
        await expect(report()).rejects.toMatchObject({ code: 'not_found' })
      }
    })
  })

  describe('privacy: visits', () => {
    test('visits of the person lose their personal details, but still count', async () => {
      const { workspace, record, show, store, erase } = await setUp(openStore)
      const from = { page_url: `${page_url}?id=ada`, visitor: 'v-1', utm: { content: 'ada' } }
      const earlier = await record.visits.start(from)
      const visit = await record.visits.start(from)
      const other = await record.visits.start({ ...from, visitor: 'v-2' })
      const conversation = await record.conversations.start({ visit })
      await record.conversations.captureLead(conversation, { email })
      const before = await show('/analytics')
      await erase()
      const rows = await store.get(
        [earlier, visit, other].map((id) => ({ in: 'visits', partition: workspace.id, id })),
      )
      expect(rows).toMatchObject([
        { columns: { visitor: null }, data: { page_url, utm: {}, source: 'direct' } },
        { columns: { visitor: null }, data: { page_url, utm: {} } },
        { columns: { visitor: 'v-2' }, data: { utm: { content: 'ada' } } },
      ])
      expect(await show('/analytics')).toEqual(before)
    })

    test('personal details in the URL of a link are removed from the URL of the page', async () => {
      const { record, call, show } = await setUp(openStore)
      const details = 'dw_link=lk_1&dw_email=ada%40example.com&dw_first=Ada'
      const visit = await record.visits.start({ page_url: `${page_url}?${details}` })
      const session = await call('POST', '/chat/sessions', {
        body: { page_url: `${page_url}?${details}` },
      })
      const conversations = [
        await record.conversations.start({ visit }),
        await record.conversations.start({ page_url: `${page_url}?${details}` }),
        session.json.conversation,
      ]
      for (const conversation of conversations) {
        const shown = await show(`/conversations/${conversation}`)
        expect(shown.page_url).toBe(`${page_url}?dw_link=lk_1`)
      }
    })
  })
})

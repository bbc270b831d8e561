import type { WriteOp } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { bookings } from '../../src/collections/booking.ts'
import { equals, listAll } from '../../src/collections/collection.ts'
import { events } from '../../src/collections/event.ts'
import { messages } from '../../src/collections/message.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

const ada = 'ada@example.com'

overMemory((openStore) => {
  async function setUp() {
    const { store, beforeCommit } = interposedStore(openStore())
    const kit = await createKit({ store })
    const call = caller(kit)
    const record = kit.doorkit.record(kit.workspace.id)
    const conversation = await record.conversations.start({})
    await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
    const contact = await record.conversations.captureLead(conversation, { email: ada })
    return {
      ...kit,
      call,
      record,
      conversation,
      contact,
      beforeCommit,
      /** Does something right before the person is removed from the row of the conversation. */
      beforeErasure: (act: () => Promise<unknown>) =>
        beforeCommit(
          (op) => op.op === 'patch' && op.in === 'conversations' && op.set?.lead_email === null,
          act,
        ),
      erase: async (email = ada) =>
        (await call('POST', '/privacy/erasures', { body: { email } })).json,
      listEvents: async () =>
        (await call('GET', '/events')).json.data.map(
          ({ type, data }: { type: string; data: object }) => [type, data],
        ),
    }
  }

  describe('privacy: writes during an erasure', () => {
    test('a message that arrives during an erasure is erased', async () => {
      const { record, conversation, beforeErasure, erase, call, store } = await setUp()
      let messagesSent = 0
      beforeErasure(async () => {
        const late = { role: 'user', text: 'Ada here again' } as const
        await record.conversations.message(conversation, late)
        messagesSent++
      })
      await erase()
      expect(messagesSent).toBe(1)
      expect(
        (await call('GET', `/conversations/${conversation}?expand=messages`)).json,
      ).toMatchObject({ message_count: 0, preview: '', messages: [] })
      const where = [equals('conversation', conversation)]
      expect(await listAll(store, messages, 'messages_position', where)).toEqual([])
    })

    test('an event that is emitted during an erasure is erased and counted', async () => {
      const { record, conversation, beforeErasure, erase, listEvents } = await setUp()
      beforeErasure(() => record.conversations.requestHandoff(conversation, { reason: 'Call Ada' }))
      expect((await erase()).events).toBe(3)
      const erased = { erased: true }
      expect((await listEvents()).slice(1)).toEqual([
        ['handoff.requested', erased],
        ['lead.captured', erased],
        ['conversation.started', erased],
      ])
    })
  })

  describe('privacy: a person who is named again during an erasure', () => {
    const times = { start_at: '2026-11-01T10:00:00Z', end_at: '2026-11-01T10:30:00Z' }

    /** A person, a second conversation, and a way to act right before the contact is removed. */
    async function setUpRemoval() {
      const base = await setUp()
      const isRemoval = (op: WriteOp) => op.op === 'remove' && op.in === 'contacts'
      const other = await base.record.conversations.start({})
      return {
        ...base,
        other,
        beforeRemoval: (act: () => Promise<unknown>) => base.beforeCommit(isRemoval, act),
        shown: async (path: string) => (await base.call('GET', path)).json,
      }
    }

    test('as the lead of another conversation is erased from it, and the conversation is counted', async () => {
      const { beforeRemoval, record, other, erase, listEvents, shown } = await setUpRemoval()
      let captured = 0
      beforeRemoval(async () => {
        await record.conversations.captureLead(other, { email: ada, first_name: 'Ada' })
        captured++
      })
      expect(await erase()).toMatchObject({ conversations: 2, events: 3, contact_deleted: true })
      expect(captured).toBe(1)
      expect(await shown(`/conversations/${other}`)).toMatchObject({
        contact: null,
        lead: { first_name: null, email: null },
      })
      const [[deletion], ...others] = await listEvents()
      expect(deletion).toBe('contact.deleted')
      expect(others.map(([, data]: [string, object]) => data)).toEqual(
        Array(3).fill({ erased: true }),
      )
    })

    test('by a booking is erased from the meeting', async () => {
      const { beforeRemoval, record, other, erase, shown } = await setUpRemoval()
      let booked = ''
      beforeRemoval(async () => {
        const invitee = { name: 'Ada', email: ada }
        const about = { conversation: other, provider: 'cal.com', invitee }
        booked = await record.meetings.book({ ...about, ...times })
      })
      await erase()
      const invitee = { name: null, email: null }
      expect(await shown(`/meetings/${booked}`)).toMatchObject({ contact: null, invitee })
    })

    test('by a write of the API is not in the replay of its answer', async () => {
      const { beforeRemoval, call, erase } = await setUpRemoval()
      const body = { email: ada, company: 'Analytical' }
      const upsert = () =>
        call('POST', '/contacts', { body, headers: { 'Idempotency-Key': 'late' } })
      let first = 0
      beforeRemoval(async () => {
        first = (await upsert()).status
      })
      expect(await erase()).toMatchObject({ contact_deleted: true })
      expect(first).toBe(200)
      const replay = await upsert()
      expect(replay.status).toBe(404)
      expect(replay.text).not.toContain('Analytical')
    })
  })

  describe('privacy: after a deletion or an erasure', () => {
    test('a repeated deletion of a contact with the same idempotency key gets the stored answer', async () => {
      const { call, contact } = await setUp()
      const headers = { 'Idempotency-Key': 'gone' }
      const first = await call('DELETE', `/contacts/${contact}`, { headers })
      expect(first).toMatchObject({ status: 200, json: { id: contact, deleted: true } })
      const second = await call('DELETE', `/contacts/${contact}`, { headers })
      expect([second.status, second.text]).toEqual([200, first.text])
    })

    test('a person who is named again gets a new contact', async () => {
      const { record, erase, contact, call } = await setUp()
      const other = await record.conversations.start({})
      await erase()
      const again = await record.conversations.captureLead(other, { email: ada })
      expect(again).not.toBe(contact)
      expect((await call('GET', `/conversations/${other}`)).json).toMatchObject({
        contact: again,
        lead: { email: ada },
      })
    })
  })

  describe('privacy: events', () => {
    test('every API key sees that an event is erased, with or without contacts:read', async () => {
      const { doorkit, workspace, call, erase } = await setUp()
      await erase()
      const { secret } = await doorkit.keys.create({
        workspace: workspace.id,
        name: 'Log',
        scopes: ['events:read'],
      })
      const [deletion, ...data] = (await call('GET', '/events')).json.data
      expect(deletion.type).toBe('contact.deleted')
      expect((await call('GET', '/events', { secret })).json.data.slice(1)).toEqual(data)
      for (const { id, ...event } of data) {
        expect(event.data).toEqual({ erased: true })
        expect((await call('GET', `/events/${id}`, { secret })).json.data).toEqual({ erased: true })
      }
      expect(data).toHaveLength(2)
    })
  })

  describe('privacy: many rows', () => {
    test('more than a page of bookings of one person is erased', async () => {
      const { store, workspace, erase } = await setUp()
      const ids = Array.from(
        { length: 1_201 },
        (_, number) => `bk_${String(number).padStart(4, '0')}`,
      )
      const columns = {
        workspace: workspace.id,
        kind: 'attempt',
        email: ada,
        conversation: null,
      } as const
      const rest = { meeting: null, created_at: 7 }
      await store.commit(
        ids.map((id) =>
          bookings.insert(
            id,
            { ...columns, ...rest },
            { status: 'failed', name: null, link: null },
          ),
        ),
      )
      const where = [equals('workspace', workspace.id), equals('email', ada)]
      const rows = await listAll(store, bookings, 'bookings_email', where)
      expect(rows.map(({ id }) => id)).toEqual(ids)
      expect((await erase()).booking_attempts).toBe(1_201)
      expect(await listAll(store, bookings, 'bookings_email', where)).toEqual([])
    })

    test('more than a page of events about one object is erased', async () => {
      const { store, workspace, contact, erase } = await setUp()
      await store.commit(
        Array.from({ length: 450 }, (_, number) =>
          events.insert(
            `evt_${number}`,
            {
              workspace: workspace.id,
              created_at: 7,
              about: contact,
              due_at: null,
              lease: null,
            },
            {
              type: 'lead.captured',
              subject: { kind: 'contact', id: contact },
              conversation: null,
              error: null,
              payload: JSON.stringify({ data: { object: { email: ada } } }),
              erased: false,
              deliveries: [],
            },
          ),
        ),
      )
      expect((await erase()).events).toBe(452)
      const where = [equals('workspace', workspace.id), equals('about', contact)]
      const rows = await listAll(store, events, 'events_about', where)
      expect(rows.filter(({ data }) => data.erased)).toHaveLength(450)
      expect(JSON.stringify(rows)).not.toContain(ada)
    })

    test('of more than a page of answers, the one that names the person is erased', async () => {
      const { call, erase, clock } = await setUp()
      const create = (number: number, note: string) =>
        call('POST', '/contacts', {
          headers: { 'Idempotency-Key': `contact-${number}` },
          body: { email: `eve-${number}@example.com`, attributes: { note } },
        })
      for (let number = 0; number < 230; number++) {
        clock.advance(200)
        expect((await create(number, 'Nothing')).status).toBe(200)
      }
      clock.advance(60_000)
      // The address is in mixed case, as people write in notes.
      const mention = await create(230, 'Came with ADA@Example.com')
      expect(mention.status).toBe(200)
      await erase()
      const replay = await create(230, 'Came with ADA@Example.com')
      expect(replay.headers.get('idempotent-replayed')).toBe('true')
      expect([replay.status, replay.json.code]).toEqual([404, 'not_found'])
      expect(replay.json.request_id).toBe(mention.headers.get('x-request-id'))
      expect((await create(0, 'Nothing')).json.attributes).toEqual({ note: 'Nothing' })
    })
  })
})

import { Meeting } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeForEachStore, forEachStore, type OpenStore } from '../support/stores.ts'

const hour = 3_600_000

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  async function book(input: { test?: boolean; email?: string; verified?: boolean } = {}) {
    const { test, email, verified } = input
    const conversation = await record.conversations.start({ test })
    const start_at = kit.clock.now() + hour
    return record.meetings.book({
      conversation,
      provider: 'cal.com',
      start_at,
      end_at: start_at + hour,
      invitee: { name: 'Ada', email },
      verified,
    })
  }
  const ids = async (query = '') =>
    (await call('GET', `/meetings${query}`)).json.data.map(({ id }: { id: string }) => id)
  return { ...kit, call, record, book, ids }
}

forEachStore((openStore) => {
  describe('Resources: Meeting', () => {
    test('a meeting has every field of the specification', async () => {
      const { record, call } = await setUp(openStore)
      const conversation = await record.conversations.start({})
      const contact = await record.conversations.captureLead(conversation, {
        email: 'ada@example.com',
      })
      const id = await record.meetings.book({
        conversation,
        provider: 'cal.com',
        meeting_type: 'Intro call',
        host: 'Grace',
        start_at: new Date('2026-10-20T09:00:00Z'),
        end_at: '2026-10-20T11:30:00+02:00',
        invitee: { name: 'Ada', email: 'ADA@example.com' },
        join_url: 'https://calendar.example/join',
        reschedule_url: 'https://calendar.example/move',
        cancel_url: 'https://calendar.example/cancel',
      })
      const { status, json } = await call('GET', `/meetings/${id}`)
      expect(status).toBe(200)
      expect(Meeting.parse(json)).toEqual({
        id,
        object: 'meeting',
        status: 'booked',
        verified: false,
        provider: 'cal.com',
        meeting_type: 'Intro call',
        host: 'Grace',
        start_at: '2026-10-20T09:00:00.000Z',
        end_at: '2026-10-20T09:30:00.000Z',
        booked_at: '2026-10-12T09:30:00.000Z',
        updated_at: '2026-10-12T09:30:00.000Z',
        reschedules: 0,
        join_url: 'https://calendar.example/join',
        reschedule_url: 'https://calendar.example/move',
        cancel_url: 'https://calendar.example/cancel',
        conversation,
        contact,
        invitee: { name: 'Ada', email: 'ada@example.com' },
        test: false,
      })
    })

    test('it links the contact who has the address of the invitee', async () => {
      const { call, book } = await setUp(openStore)
      const { json } = await call('POST', '/contacts', { body: { email: 'bob@example.com' } })
      const meeting = await book({ email: 'Bob@Example.com' })
      expect((await call('GET', `/meetings/${meeting}`)).json.contact).toBe(json.id)
    })

    test('without contacts:read the person is left out of the list too', async () => {
      const { doorkit, workspace, call, book, record } = await setUp(openStore, {
        scopes: ['meetings:read'],
      })
      const email = 'ada@example.com'
      const conversation = await record.conversations.start({})
      const contact = await record.conversations.captureLead(conversation, { email })
      const meeting = await book({ email })
      const names = await doorkit.keys.create({
        workspace: workspace.id,
        name: 'Names',
        scopes: ['meetings:read', 'contacts:read'],
      })
      const shown = { contact, invitee: { name: 'Ada', email } }
      const hidden = { contact: null, invitee: { name: null, email: null } }
      for (const [secret, person] of [
        [undefined, hidden],
        [names.secret, shown],
      ] as const) {
        const options = secret ? { secret } : {}
        expect((await call('GET', '/meetings', options)).json.data).toMatchObject([person])
        expect((await call('GET', `/meetings/${meeting}`, options)).json).toMatchObject(person)
      }
    })
  })

  describe('Operations: GET /meetings', () => {
    test('lists by last change, newest first, page by page', async () => {
      const { book, ids, record, clock, call } = await setUp(openStore)
      const booked: string[] = []
      for (let count = 0; count < 5; count++) {
        clock.advance(1_000)
        booked.unshift(await book())
      }
      expect(await ids()).toEqual(booked)
      clock.advance(1_000)
      const [first = '', second = '', third = '', fourth = '', fifth = ''] = booked
      await record.meetings.cancel(fourth)
      const order = [fourth, first, second, third, fifth]
      expect(await ids()).toEqual(order)
      const page = (await call('GET', '/meetings?limit=2')).json
      expect(page).toMatchObject({ object: 'list', has_more: true })
      const cursor = encodeURIComponent(page.next_cursor)
      expect(await ids(`?limit=3&starting_after=${cursor}`)).toEqual(order.slice(2))
    })

    test('verified tells apart what the calendar confirmed', async () => {
      const { book, ids, record } = await setUp(openStore)
      const confirmed = await book({ verified: true })
      const later = await book()
      expect(await ids('?verified=true')).toEqual([confirmed])
      expect(await ids('?verified=false')).toEqual([later])
      await record.meetings.verify(later)
      expect((await ids('?verified=true')).sort()).toEqual([confirmed, later].sort())
    })

    test('those of preview chats are listed only when asked for', async () => {
      const { book, ids } = await setUp(openStore)
      const preview = await book({ test: true })
      const real = await book()
      expect(await ids()).toEqual([real])
      expect((await ids('?include_test=true')).sort()).toEqual([preview, real].sort())
    })

    test('updated_since is inclusive', async () => {
      const { book, ids, clock } = await setUp(openStore)
      await book()
      clock.advance(1_000)
      const meeting = await book()
      const now = new Date(clock.now()).toISOString()
      expect(await ids(`?updated_since=${now}`)).toEqual([meeting])
      const after = new Date(clock.now() + 1).toISOString()
      expect(await ids(`?updated_since=${after}`)).toEqual([])
    })
  })

  describe('Chat session status: open, meeting booked in this conversation', () => {
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
  })
})

describeForEachStore('Operations: GET /meetings, what is refused', (openStore) => {
  test.each([
    ['?verified=maybe', 'verified'],
    ['?updated_since=yesterday', 'updated_since'],
    ['?status=booked', 'status'],
    ['?limit=0', 'limit'],
    ['?starting_after=x', 'starting_after'],
  ])('%s', async (query, param) => {
    const { status, json } = await caller(await createKit({ store: openStore() }))(
      'GET',
      `/meetings${query}`,
    )
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
  })

  test('a meeting of another workspace is not there', async () => {
    const kit = await createKit({ store: openStore() })
    const other = await kit.doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    const record = kit.doorkit.record(other.id)
    const conversation = await record.conversations.start({})
    const times = { start_at: 1_000, end_at: 2_000 }
    const input = { conversation, provider: 'cal.com', ...times, invitee: {} }
    const meeting = await record.meetings.book(input)
    const { status, json } = await caller(kit)('GET', `/meetings/${meeting}`)
    expect([status, json.code]).toEqual([404, 'not_found'])
  })
})

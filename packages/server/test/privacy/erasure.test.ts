import { describe, expect, test } from 'vitest'
import { idempotency } from '../../src/collections/idempotency.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { forEachStore, type OpenStore } from '../support/stores.ts'

const email = 'ada@example.com'
const page_url = 'https://acme.example/pricing'
const times = { start_at: '2026-11-01T10:00:00Z', end_at: '2026-11-01T10:30:00Z' }

const evaluation = {
  intent: 'pricing',
  buying_stage: 'consideration',
  qualification_score: 60,
  meeting_intent: 4,
  understood: true,
  failure_category: null,
  abandonment_reason: 'Ada had to leave',
  recommended_improvement: null,
}

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  return {
    ...kit,
    call,
    record,
    show: async (path: string) => (await call('GET', path)).json,
    exportOf: async () => (await call('POST', '/privacy/exports', { body: { email } })).json,
    erase: async () => (await call('POST', '/privacy/erasures', { body: { email } })).json,
  }
}

/** A promise, and what fulfils it. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

forEachStore((openStore) => {
  describe('Behaviour of privacy operations: conversations that name the person', () => {
    test.each(['meeting', 'booking attempt', 'chat visitor', 'earlier lead'])(
      'a conversation that names the person only as a %s is exported and erased',
      async (as) => {
        const { record, call, show, exportOf, erase } = await setUp(openStore)
        let conversation: string
        if (as === 'chat visitor') {
          const body = { visitor: { email: 'ADA@example.com', name: 'Ada' } }
          conversation = (await call('POST', '/chat/sessions', { body })).json.conversation
        } else {
          conversation = await record.conversations.start({ page_url })
          await record.conversations.message(conversation, { role: 'user', text: 'It is me' })
          if (as === 'meeting') {
            const input = { conversation, provider: 'cal.com', ...times }
            await record.meetings.book({ ...input, invitee: { name: 'Ada', email } })
            // The conversation itself shows whoever booked last.
            await record.meetings.book({ ...input, invitee: { email: 'bob@example.com' } })
          } else if (as === 'booking attempt') {
            await record.bookings.attempt({ conversation, email, status: 'failed' })
          } else {
            await record.conversations.captureLead(conversation, { email })
            await record.conversations.captureLead(conversation, { email: 'bob@example.com' })
          }
        }
        expect((await exportOf()).conversations).toMatchObject([{ id: conversation }])
        expect(await erase()).toMatchObject({ conversations: 1 })
        expect(await show(`/conversations/${conversation}?expand=messages`)).toMatchObject({
          preview: '',
          message_count: 0,
          messages: [],
        })
        expect((await exportOf()).conversations).toEqual([])
      },
    )

    test('a chat session is found by the external id of the contact or of another session', async () => {
      const { call, show, exportOf, erase } = await setUp(openStore)
      const open = async (visitor: object) =>
        (await call('POST', '/chat/sessions', { body: { visitor } })).json.conversation
      await call('POST', '/contacts', { body: { email, external_id: 'crm-7' } })
      const ofContact = await open({ external_id: 'crm-7', name: 'Ada' })
      const withAddress = await open({ external_id: 'app-7', email })
      const ofSession = await open({ external_id: 'app-7' })
      const somebodyElse = await open({ external_id: 'crm-7', email: 'bob@example.com' })
      const found = [ofContact, withAddress, ofSession]
      const { conversations } = await exportOf()
      expect(conversations.map(({ id }: { id: string }) => id).sort()).toEqual(found)
      expect(await erase()).toMatchObject({ conversations: 3 })
      expect((await exportOf()).conversations).toEqual([])
      const body = { email: 'bob@example.com' }
      const other = (await call('POST', '/privacy/exports', { body })).json
      expect(other.conversations).toMatchObject([{ id: somebodyElse }])
      expect(await show(`/conversations/${ofContact}`)).toMatchObject({ message_count: 0 })
    })

    test('what has no address is found as a part of the conversation or the meeting', async () => {
      const { record, show, exportOf, erase } = await setUp(openStore)
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
      expect(await exportOf()).toMatchObject({
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

    test('the meeting of somebody else in the same conversation stays theirs', async () => {
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

    test('a booking cannot lead to the conversation of another workspace', async () => {
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
      for (const refused of [
        bookings.attempt({ ...input, conversation }),
        bookings.attempt({ ...input, meeting }),
        bookings.viaLink({ ...input, link: 'lk_1', meeting }),
      ]) {
        await expect(refused).rejects.toMatchObject({ code: 'not_found' })
      }
    })
  })

  describe('Behaviour of privacy operations: visits', () => {
    test('every visit of the visitor forgets who they are, and counts as before', async () => {
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
        { keys: { visitor: null }, data: { page_url, utm: {}, source: 'direct' } },
        { keys: { visitor: null }, data: { page_url, utm: {} } },
        { keys: { visitor: 'v-2' }, data: { utm: { content: 'ada' } } },
      ])
      expect(await show('/analytics')).toEqual(before)
    })

    test('the details that a link brought along are not kept at all', async () => {
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

  describe('Behaviour of privacy operations: while others are at work', () => {
    test('it succeeds where the database could not be scrubbed, and the log says so', async () => {
      const warnings: string[] = []
      const log = () => {}
      const warn = (_fields: object, message: string) => void warnings.push(message)
      const locked = async () => {
        throw new Error('Somebody reads.')
      }
      const { call } = await setUp(() => ({ ...openStore(), scrub: locked }), {
        logger: { debug: log, info: log, warn, error: log },
      })
      const { status } = await call('POST', '/privacy/erasures', { body: { email } })
      expect(status).toBe(201)
      expect(warnings.slice(1)).toEqual([
        'What was erased may still stand in a log of the database: the worker tries again.',
      ])
    })

    test('a grading under way brings no notes back', async () => {
      const begun = signal()
      const allowed = signal()
      const { record, show, clock, doorkit, erase } = await setUp(openStore, {
        grader: {
          async grade() {
            begun.give()
            await allowed.given
            return evaluation
          },
        },
      })
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.message(conversation, { role: 'user', text: 'I am Ada' })
      await record.conversations.captureLead(conversation, { email })
      clock.advance(30 * 60_000)
      const tick = doorkit.worker.tick()
      await begun.given
      await erase()
      allowed.give()
      await tick
      expect(await show(`/conversations/${conversation}`)).toMatchObject({
        evaluation: null,
        completed_at: null,
      })
    })

    test('a conversation goes on after it, and is graded again', async () => {
      const { record, show, clock, doorkit, erase } = await setUp(openStore)
      const conversation = await record.conversations.start({ page_url })
      await record.conversations.message(conversation, { role: 'user', text: 'I am Ada' })
      await record.conversations.captureLead(conversation, { email })
      await erase()
      clock.advance(30 * 60_000)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 0 })
      await record.conversations.message(conversation, { role: 'user', text: 'Anything new?' })
      clock.advance(30 * 60_000)
      expect(await doorkit.worker.tick()).toMatchObject({ graded: 1 })
      expect(await show(`/conversations/${conversation}`)).toMatchObject({
        message_count: 1,
        preview: 'Anything new?',
        evaluation: { understood: false },
      })
      // It began once, whatever was forgotten of that.
      const events = (await show('/events')).data.map(({ type }: { type: string }) => type)
      expect(events).toEqual(['conversation.completed', 'lead.captured', 'conversation.started'])
      expect(await show('/analytics')).toMatchObject({ pages: [{ conversations: 1 }] })
    })
  })

  describe('Behaviour of privacy operations: answers kept for retries', () => {
    test('one that cannot be opened hinders nothing, and is erased', async () => {
      const kit = await createKit({ store: openStore() })
      const body = { email, company: 'Analytical' }
      const headers = { 'Idempotency-Key': 'contact' }
      await caller(kit)('POST', '/contacts', { body, headers })
      const [row] = await idempotency.list(kit.store, {
        index: 'idempotency_expires',
        where: [],
        dir: 'asc',
        limit: 1,
      })
      if (!row) throw new Error('No answer was kept.')
      const data = { ...row.data, answer: 'v0.damaged' }
      await kit.store.commit([idempotency.patch(kit.workspace.id, row.id, { data })])
      const call = caller(kit)
      const erasure = await call('POST', '/privacy/erasures', { body: { email } })
      expect(erasure).toMatchObject({ status: 201, json: { contact_deleted: true } })
      const replay = await call('POST', '/contacts', { body, headers })
      expect(replay.status).toBe(404)
      expect(replay.json.request_id).toMatch(/^req_\w+$/)
      expect(replay.headers.get('X-Request-Id')).toBe(replay.json.request_id)
    })
  })
})

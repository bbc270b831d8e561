import { describe, expect, test } from 'vitest'
import { KitError } from '../../src/index.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { caller, createKit, type Kit, type KitOptions } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

async function startConversation(kit: Kit, input: { test?: boolean } = {}) {
  const record = kit.doorkit.record(kit.workspace.id)
  const visit = await record.visits.start({
    page_url: 'https://acme.example/pricing?x=1',
    source: 'google',
    device: 'desktop',
    ...input,
  })
  const conversation = await record.conversations.start({ visit })
  await record.conversations.message(conversation, { role: 'user', text: 'What does it cost?' })
  return { record, visit, conversation }
}

async function listEventTypes(kit: Kit): Promise<string[]> {
  const { json } = await caller(kit)('GET', '/events?limit=100')
  return (json as { data: { type: string }[] }).data.map(({ type }) => type).reverse()
}

overMemory((openStore) => {
  const open = (options: KitOptions = {}) => createKit({ ...options, store: openStore() })

  describe('the reports of the site: conversations', () => {
    test('a conversation shows the source of its visit', async () => {
      const kit = await open()
      const { conversation } = await startConversation(kit)
      const { json } = await caller(kit)('GET', `/conversations/${conversation}?expand=messages`)
      expect(json).toMatchObject({
        channel: 'website',
        page_url: 'https://acme.example/pricing?x=1',
        page_path: '/pricing',
        message_count: 1,
        preview: 'What does it cost?',
        outcome: 'none',
        visitor: { device: 'desktop', source: 'google', ai_referred: false },
        messages: [{ role: 'user', text: 'What does it cost?' }],
      })
    })

    // docs/api.md#events
    test('the first message, handoff, lead and grade emit one event each, and the most valuable outcome stays', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit)
      await record.conversations.message(conversation, { role: 'assistant', text: '10 euros.' })
      await record.conversations.requestHandoff(conversation, { reason: 'Wants a discount' })
      await record.conversations.requestHandoff(conversation, { reason: 'Asks again' })
      await record.conversations.captureLead(conversation, {
        email: 'Ada@Example.com',
        first_name: 'Ada',
      })
      await record.conversations.grade(conversation, evaluation)
      expect(await listEventTypes(kit)).toEqual([
        'conversation.started',
        'handoff.requested',
        'lead.captured',
        'conversation.completed',
      ])
      const { json } = await caller(kit)('GET', `/conversations/${conversation}`)
      expect(json).toMatchObject({
        outcome: 'lead',
        lead: { first_name: 'Ada', last_name: null, email: 'ada@example.com' },
        handoff: { reason: 'Wants a discount' },
        evaluation,
      })
    })

    test('a second grade is refused', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit)
      await record.conversations.grade(conversation, evaluation)
      await expect(record.conversations.grade(conversation, evaluation)).rejects.toMatchObject({
        name: 'KitError',
        code: 'conflict',
      })
    })

    test('preview chats emit nothing and are listed only on request', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit, { test: true })
      await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
      expect(await listEventTypes(kit)).toEqual([])
      const call = caller(kit)
      expect((await call('GET', '/conversations')).json).toMatchObject({ data: [] })
      expect((await call('GET', '/conversations?include_test=true')).json).toMatchObject({
        data: [{ id: conversation, test: true }],
      })
    })

    test('unusable input and unknown ids are refused with a code', async () => {
      const kit = await open()
      const record = kit.doorkit.record(kit.workspace.id)
      const error = await record.conversations
        .captureLead('conv_x', { email: 'no' })
        .catch((e) => e)
      expect(error).toBeInstanceOf(KitError)
      expect(error).toMatchObject({ code: 'invalid_input', param: 'email' })
      await expect(
        record.conversations.message('conv_x', { role: 'user', text: 'Hi' }),
      ).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  describe('the reports of the site: report ids', () => {
    // docs/architecture.md#what-commits-together
    test('simultaneous reports with one report id are recorded once', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit)
      const ids = await Promise.all(
        Array.from({ length: 20 }, () =>
          record.conversations.message(
            conversation,
            { role: 'user', text: 'Hello?' },
            { key: 'm1' },
          ),
        ),
      )
      expect(new Set(ids).size).toBe(1)
      const { json } = await caller(kit)('GET', `/conversations/${conversation}`)
      expect(json).toMatchObject({ message_count: 2 })
    })
  })

  describe('States and transitions: Meeting', () => {
    const start_at = '2026-10-20T09:00:00.000Z'
    const end_at = '2026-10-20T09:30:00.000Z'
    const invitee = { name: 'Ada Lovelace', email: 'Ada@Example.com' }

    async function book(kit: Kit) {
      const started = await startConversation(kit)
      const meeting = await started.record.meetings.book({
        conversation: started.conversation,
        provider: 'cal.com',
        start_at,
        end_at,
        invitee,
      })
      return { ...started, meeting }
    }

    test('a booking makes a meeting, and its conversation has the outcome meeting', async () => {
      const kit = await open()
      const { conversation, meeting } = await book(kit)
      const call = caller(kit)
      expect((await call('GET', `/meetings/${meeting}`)).json).toMatchObject({
        status: 'booked',
        verified: false,
        start_at,
        end_at,
        reschedules: 0,
        conversation,
        invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
      })
      expect((await call('GET', `/conversations/${conversation}`)).json).toMatchObject({
        outcome: 'meeting',
        booking: { booker_email: 'ada@example.com', meeting, start_at },
      })
    })

    test('the conversation of a rescheduled meeting shows the new time', async () => {
      const kit = await open()
      const { record, conversation, meeting } = await book(kit)
      await record.meetings.move(meeting, {
        start_at: '2026-10-21T09:00:00Z',
        end_at: '2026-10-21T09:30:00Z',
      })
      const { json } = await caller(kit)('GET', `/conversations/${conversation}`)
      expect(json).toMatchObject({ booking: { meeting, start_at: '2026-10-21T09:00:00.000Z' } })
    })

    test('rescheduling and canceling emit their events, and a canceled meeting does not change again', async () => {
      const kit = await open()
      const { record, meeting } = await book(kit)
      const later = { start_at: '2026-10-21T09:00:00Z', end_at: '2026-10-21T09:30:00Z' }
      await record.meetings.move(meeting, later)
      await record.meetings.verify(meeting)
      await record.meetings.cancel(meeting)
      await expect(record.meetings.cancel(meeting)).rejects.toMatchObject({ code: 'conflict' })
      await expect(record.meetings.move(meeting, later)).rejects.toMatchObject({ code: 'conflict' })
      expect(await listEventTypes(kit)).toEqual([
        'conversation.started',
        'meeting.booked',
        'meeting.rescheduled',
        'meeting.canceled',
      ])
      const { json } = await caller(kit)('GET', '/meetings?verified=true')
      expect(json).toMatchObject({
        data: [{ id: meeting, status: 'canceled', reschedules: 1, verified: true }],
      })
    })

    test('a meeting shows neither contact nor invitee without contacts:read', async () => {
      const kit = await open({ scopes: ['meetings:read'] })
      const { meeting } = await book(kit)
      expect((await caller(kit)('GET', `/meetings/${meeting}`)).json).toMatchObject({
        contact: null,
        invitee: { name: null, email: null },
      })
    })

    test('a meeting that ends before it starts is refused', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit)
      const input = {
        conversation,
        provider: 'cal.com',
        invitee,
        start_at: end_at,
        end_at: start_at,
      }
      await expect(record.meetings.book(input)).rejects.toMatchObject({ param: 'end_at' })
    })
  })

  describe('grading', () => {
    // docs/api.md#conversation-outcomes
    test('the worker grades a quiet conversation once', async () => {
      const kit = await open()
      const { record, conversation } = await startConversation(kit)
      kit.clock.advance(29 * 60_000)
      await record.conversations.message(conversation, { role: 'assistant', text: '10 euros.' })
      kit.clock.advance(29 * 60_000)
      expect(await kit.doorkit.worker.tick()).toMatchObject({ graded: 0 })
      kit.clock.advance(60_000)
      expect(await kit.doorkit.worker.tick()).toMatchObject({ graded: 1 })
      const { json } = await caller(kit)('GET', `/conversations/${conversation}`)
      expect(json).toMatchObject({
        completed_at: new Date(kit.clock.now()).toISOString(),
        evaluation: { intent: 'pricing', understood: true },
      })
      kit.clock.advance(3_600_000)
      expect(await kit.doorkit.worker.tick()).toMatchObject({ graded: 0 })
      expect(await listEventTypes(kit)).toEqual(['conversation.started', 'conversation.completed'])
    })
  })
})

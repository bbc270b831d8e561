import {
  ChatButton,
  Contact,
  Conversation,
  Experiment,
  KnowledgeDocument,
  KnowledgeSource,
  LinkGreeting,
  Meeting,
  PersonalLink,
  WebhookEvent,
} from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { testStart } from '../../../server/test/support/kit.ts'
import { demoKit, readDemo } from './demo-kit.ts'

const day = 86_400_000

const lists = [
  { path: '/conversations?expand=messages&include_test=true', schema: Conversation, count: 134 },
  { path: '/conversations', schema: Conversation, count: 128 },
  { path: '/contacts', schema: Contact, count: 60 },
  { path: '/meetings', schema: Meeting, count: 20 },
  { path: '/meetings?include_test=true', schema: Meeting, count: 23 },
  { path: '/knowledge/sources', schema: KnowledgeSource, count: 2 },
  { path: '/knowledge/documents', schema: KnowledgeDocument, count: 3 },
  { path: '/experiments', schema: Experiment, count: 3 },
  { path: '/personal_links', schema: PersonalLink, count: 30 },
  { path: '/link_greetings', schema: LinkGreeting, count: 2 },
]

const parseAll = <Schema extends z.ZodType>(schema: Schema, items: readonly unknown[]) =>
  items.map((item) => schema.parse(item) as z.infer<Schema>)

test('every object of the demo matches its model, and each kind has the expected number of objects', async () => {
  const { all, get } = await readDemo()
  let checked = 0
  for (const { path, schema, count } of lists) {
    expect(parseAll<z.ZodType>(schema, await all(path)), path).toHaveLength(count)
    checked++
  }
  expect(checked).toBe(10)
  const buttons = parseAll(ChatButton, (await get('/chat_buttons')).data)
  expect(buttons.map(({ behavior }) => behavior).sort()).toEqual(['html', 'link', 'send'])
})

describe('conversations', () => {
  test('have every outcome, and some have an evaluation, a link or a variant', async () => {
    const { all } = await readDemo()
    const conversations = parseAll(Conversation, await all('/conversations'))
    const count = (isWanted: (conversation: Conversation) => boolean) =>
      conversations.filter(isWanted).length
    expect(count(({ outcome }) => outcome === 'lead')).toBe(44)
    expect(count(({ outcome }) => outcome === 'meeting')).toBe(20)
    expect(count(({ outcome }) => outcome === 'handoff')).toBe(16)
    expect(count(({ outcome }) => outcome === 'none')).toBe(48)
    expect(count(({ evaluation }) => evaluation !== null)).toBeGreaterThan(100)
    expect(count(({ evaluation }) => evaluation === null)).toBeGreaterThan(0)
    expect(count(({ link }) => link !== null)).toBeGreaterThan(0)
    expect(count(({ opening }) => opening.variant !== null)).toBeGreaterThan(0)
  })

  test('have the answer of a person where a visitor asked for one, so that nobody waits', async () => {
    const { all, store } = await readDemo()
    const conversations = parseAll(Conversation, await all('/conversations?expand=messages'))
    const answered = conversations.filter(({ messages }) =>
      messages?.some(({ author }) => author?.name === 'Sam Rivera'),
    )
    expect(answered.map(({ outcome }) => outcome)).toEqual(Array(16).fill('handoff'))
    expect(
      await store.list({
        in: 'handoffs',
        index: 'handoffs_since',
        where: [],
        dir: 'asc',
        limit: 10,
      }),
    ).toEqual([])
  })

  test('spread over 90 days and agree with their transcripts and contacts', async () => {
    const { all } = await readDemo()
    const path = '/conversations?expand=messages&include_test=true'
    const conversations = parseAll(Conversation, await all(path))
    const contacts = parseAll(Contact, await all('/contacts'))
    const starts = conversations.map(({ started_at }) => Date.parse(started_at))
    expect(Math.max(...starts)).toBeGreaterThan(testStart - 4 * day)
    expect(Math.max(...starts)).toBeLessThan(testStart)
    expect(Math.min(...starts)).toBeGreaterThan(testStart - 91 * day)
    expect(Math.min(...starts)).toBeLessThan(testStart - 80 * day)
    let checked = 0
    for (const { message_count, messages = [], preview, lead, contact } of conversations) {
      expect(messages).toHaveLength(message_count)
      expect(messages[0]?.text.startsWith(preview)).toBe(true)
      const times = messages.map(({ created_at }) => created_at)
      expect([...times].sort()).toEqual(times)
      if (lead) {
        const leadContact = contacts.find(({ id }) => id === contact)
        expect(leadContact?.email).toBe(lead.email)
        expect(messages.some(({ text }) => text.includes(lead.email ?? '-'))).toBe(true)
      }
      checked++
    }
    expect(checked).toBe(134)
  })
})

test('contacts come from chats, from the API and from an import', async () => {
  const { all } = await readDemo()
  const contacts = parseAll(Contact, await all('/contacts'))
  expect(new Set(contacts.map(({ source }) => source))).toEqual(new Set(['chat', 'api', 'import']))
})

test('every meeting belongs to the conversation that booked it, and every status occurs', async () => {
  const { all } = await readDemo()
  const meetings = parseAll(Meeting, await all('/meetings?include_test=true'))
  const conversations = parseAll(Conversation, await all('/conversations?include_test=true'))
  const booked = conversations.filter(({ booking }) => booking !== null)
  expect(booked).toHaveLength(23)
  for (const { id, booking, test: isTest, contact } of booked) {
    const meeting = meetings.find((one) => one.id === booking?.meeting)
    expect(meeting).toMatchObject({
      conversation: id,
      start_at: booking?.start_at,
      invitee: { email: booking?.booker_email },
      contact,
      test: isTest,
    })
    const { booked_at = '', updated_at = '', start_at = '', end_at = '' } = meeting ?? {}
    expect([booked_at, updated_at, start_at, end_at]).toEqual(
      [booked_at, updated_at, start_at, end_at].sort(),
    )
    expect(Date.parse(updated_at)).toBeLessThan(testStart)
  }
  const shown = meetings.filter((meeting) => !meeting.test)
  expect(shown.filter(({ status }) => status === 'canceled')).toHaveLength(4)
  expect(shown.filter(({ verified }) => !verified)).toHaveLength(5)
  expect(shown.filter(({ reschedules }) => reschedules > 0)).toHaveLength(3)
})

test('one page is ready and one has failed, and the agent answers from the ready page and from documents', async () => {
  const { all, call } = await demoKit()
  const [failed, ready] = parseAll(KnowledgeSource, await all('/knowledge/sources'))
  expect(failed).toMatchObject({ status: 'failed', error: 'HTTP 404', chunks: 0, read_at: null })
  expect(ready).toMatchObject({ status: 'ready', error: null })
  expect(ready?.chunks).toBeGreaterThan(1)
  const session = await call('POST', '/chat/sessions', { body: {} })
  const ask = async (text: string) => {
    const path = `/chat/sessions/${session.json.id}/messages`
    return (await call('POST', path, { body: { text } })).json.message.text
  }
  expect(await ask('Can I subscribe to my shifts in Outlook?')).toContain('Google Calendar')
  expect(await ask('How long is the trial?')).toContain('The trial lasts 30 days')
})

test('the agent says when the team is there, and where to book a demo', async () => {
  const { call } = await demoKit()
  const session = await call('POST', '/chat/sessions', { body: {} })
  const ask = async (text: string) => {
    const path = `/chat/sessions/${session.json.id}/messages`
    return (await call('POST', path, { body: { text } })).json.message.text
  }
  expect(await ask('What are your opening hours?')).toContain('Monday to Friday, 8:00 to 18:00')
  expect(await ask('Could I see a demo?')).toMatch(
    /^You can choose a time here: https:\/\/acme\.example\/book\?/,
  )
})

test('greetings count their links, and add up the results of these links', async () => {
  const { all } = await readDemo()
  const links = parseAll(PersonalLink, await all('/personal_links'))
  const greetings = parseAll(LinkGreeting, await all('/link_greetings'))
  expect(links.filter(({ status }) => status === 'draft')).toHaveLength(2)
  for (const greeting of greetings) {
    const using = links.filter((link) => link.greeting === greeting.id)
    expect(using).toHaveLength(greeting.links)
    for (const name of ['visits', 'chats', 'meetings'] as const) {
      const sum = using.reduce((total, { results }) => total + results[name], 0)
      expect(greeting.results[name]).toBe(sum)
    }
    expect(greeting.results.visits).toBeGreaterThan(greeting.results.chats)
  }
  expect(greetings).toHaveLength(2)
  const since = testStart - 29 * day
  const chats = parseAll(Conversation, await all('/conversations')).filter(
    ({ link, started_at }) => link !== null && Date.parse(started_at) > since,
  )
  const counted = greetings.reduce((total, { results }) => total + results.chats, 0)
  expect(counted).toBe(chats.length)
})

describe('the event log', () => {
  test('has events of ten types, and leaves no work for the worker', async () => {
    const { doorkit, clock, all } = await demoKit()
    const before = parseAll(WebhookEvent, await all('/events'))
    expect([...new Set(before.map(({ type }) => type))].sort()).toEqual([
      'conversation.completed',
      'conversation.started',
      'experiment.started',
      'experiment.winner_found',
      'handoff.requested',
      'knowledge.source_failed',
      'lead.captured',
      'meeting.booked',
      'meeting.canceled',
      'meeting.rescheduled',
    ])
    expect(before.length).toBeGreaterThan(80)
    clock.advance(60_000)
    expect(await doorkit.worker.tick()).toEqual({
      built: 0,
      attempted: 0,
      embedded: 0,
      givenBack: 0,
      notified: 0,
      graded: 0,
      read: 0,
      finished: 0,
    })
    expect(await all('/events')).toEqual(before)
  })

  test('shows each object as it was at the time of the event', async () => {
    const { all } = await readDemo()
    const events = parseAll(WebhookEvent, await all('/events'))
    let checked = 0
    for (const { type, created_at, data } of events) {
      const { object } = data as { object: Record<string, unknown> }
      if (type.startsWith('meeting.') || type.startsWith('conversation.')) {
        expect(object.updated_at).toBe(created_at)
        checked++
      }
      if (type === 'meeting.booked') expect(object.status).toBe('booked')
      if (type === 'conversation.started') {
        expect(Conversation.parse(object)).toMatchObject({
          outcome: 'none',
          message_count: 1,
          lead: null,
          booking: null,
          evaluation: null,
          completed_at: null,
        })
      }
      if (type === 'conversation.completed') {
        const { messages, message_count, completed_at } = Conversation.parse(object)
        expect(completed_at).toBe(created_at)
        expect(messages).toHaveLength(message_count)
      }
      if (type === 'experiment.started') expect(object.status).toBe('running')
    }
    expect(checked).toBeGreaterThan(80)
  })
})

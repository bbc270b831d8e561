import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { idsOf, listAll } from './support/list-all.ts'
import { aBoolean, anId, aString, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Conversation, List } from './support/wire.ts'

const server = await startServer('--demo')
const { api } = server

const all = await listAll<Conversation>(api, '/conversations?limit=100&include_test=true')
const listFiltered = (query: string) =>
  listAll<Conversation>(api, `/conversations?limit=100&${query}`)

function requireValue<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The demo has no ${what}.`)
  return value
}

// docs/api.md#conversation
test('every conversation has every documented field', () => {
  for (const conversation of all) {
    expect(conversation).toMatchObject({
      id: anId('conv_'),
      object: 'conversation',
      outcome: aString,
      message_count: expect.any(Number),
      preview: aString,
      team: { state: aString },
      visitor: { utm: expect.any(Object) },
      opening: {},
      test: aBoolean,
      started_at: aTimestamp,
      updated_at: aTimestamp,
      channel: aString,
    })
    const names = ['page_url', 'page_path', 'contact', 'lead', 'booking', 'handoff', 'evaluation']
    const others = ['completed_at', 'link', 'team.since', 'team.person']
    for (const name of [...names, ...others]) expect(conversation).toHaveProperty(name)
    const details = ['device', 'country', 'source', 'utm', 'ai_referred']
    for (const name of details) expect(conversation.visitor).toHaveProperty(name)
    for (const name of ['experiment', 'variant']) expect(conversation.opening).toHaveProperty(name)
  }
  expect(all.length).toBeGreaterThanOrEqual(120)
})

// docs/api.md#conversation-outcomes
test('an outcome is one of four, and the demo has all of them', () => {
  const outcomes = new Set(all.map(({ outcome }) => outcome))
  expect([...outcomes].sort()).toEqual(['handoff', 'lead', 'meeting', 'none'])
})

// docs/api.md#conversation
test('the device of a visitor is desktop, mobile or null', () => {
  const devices = new Set(all.map(({ visitor }) => visitor.device).filter((name) => name !== null))
  expect([...devices].sort()).toEqual(['desktop', 'mobile'])
})

test('the page path is the path of the page URL', () => {
  const visited = all.filter(({ page_url }) => page_url !== null)
  expect(visited.length).toBeGreaterThan(100)
  for (const { page_url, page_path } of visited) {
    expect(page_path).toBe(new URL(page_url ?? '').pathname)
  }
})

test('a lead has names, an email and the time of capture', () => {
  const leads = all.flatMap(({ lead }) => (lead ? [lead] : []))
  expect(leads.length).toBeGreaterThan(10)
  for (const lead of leads) {
    expect(lead).toMatchObject({ email: expect.stringContaining('@'), captured_at: aTimestamp })
    expect(Object.keys(lead).sort()).toEqual(['captured_at', 'email', 'first_name', 'last_name'])
  }
  expect(all.some(({ lead }) => lead === null)).toBe(true)
})

test('a booking has the email of the booker, the meeting and its start', () => {
  const bookings = all.flatMap(({ booking }) => (booking ? [booking] : []))
  expect(bookings.length).toBeGreaterThan(5)
  for (const booking of bookings) {
    expect(booking.booker_email).toContain('@')
    if (booking.meeting !== null) expect(booking.meeting).toEqual(anId('mtg_'))
    expect(booking).toHaveProperty('start_at')
  }
})

test('a handoff has its time and its reason', () => {
  const handoffs = all.flatMap(({ handoff }) => (handoff ? [handoff] : []))
  expect(handoffs.length).toBeGreaterThan(2)
  for (const handoff of handoffs) {
    expect(handoff).toEqual({ requested_at: aTimestamp, reason: aString })
  }
})

test('an evaluation has eight fields, within their ranges', () => {
  const evaluations = all.flatMap(({ evaluation }) => (evaluation ? [evaluation] : []))
  expect(evaluations.length).toBeGreaterThan(10)
  for (const evaluation of evaluations) {
    expect(Object.keys(evaluation).sort()).toEqual([
      'abandonment_reason',
      'buying_stage',
      'failure_category',
      'intent',
      'meeting_intent',
      'qualification_score',
      'recommended_improvement',
      'understood',
    ])
    expect(evaluation.understood).toEqual(aBoolean)
    expect(evaluation.meeting_intent).toBeGreaterThanOrEqual(0)
    expect(evaluation.meeting_intent).toBeLessThanOrEqual(10)
    expect(evaluation.qualification_score).toBeGreaterThanOrEqual(0)
    expect(evaluation.qualification_score).toBeLessThanOrEqual(100)
  }
  expect(all.some(({ evaluation }) => evaluation === null)).toBe(true)
})

test('the contact of a conversation can be read', async () => {
  const withContact = all.filter(({ contact }) => contact !== null)
  expect(withContact.length).toBeGreaterThan(10)
  for (const { contact } of withContact.slice(0, 10)) {
    expect(contact).toEqual(anId('ct_'))
    await ok(api.get(`/contacts/${contact}`))
  }
  expect(all.some(({ contact }) => contact === null)).toBe(true)
})

test('messages are included only with expand', async () => {
  expect(all.filter((conversation) => 'messages' in conversation)).toEqual([])
  const one = await ok(api.get<Conversation>(`/conversations/${all[0]?.id}`))
  expect(one).not.toHaveProperty('messages')
})

test('expand=messages and expand[]=messages include the messages of every conversation', async () => {
  const plain = await listFiltered('expand=messages')
  const bracketed = await listFiltered('expand%5B%5D=messages')
  expect(bracketed).toEqual(plain)
  expect(await listFiltered('expand[]=messages')).toEqual(plain)
  expect(plain.every((conversation) => 'messages' in conversation)).toBe(true)
  const roles = new Set<string>()
  for (const { messages = [] } of plain) {
    for (const message of messages) {
      expect(message).toMatchObject({ id: anId('msg_'), text: aString, created_at: aTimestamp })
      expect(message.tools.every((tool) => typeof tool === 'string')).toBe(true)
      roles.add(message.role)
    }
  }
  expect([...roles].sort()).toEqual(['assistant', 'user'])
})

test('message_count is the number of messages, and preview is the start of the first message of the visitor', async () => {
  const expanded = await listFiltered('expand=messages')
  expect(expanded.length).toBeGreaterThan(100)
  for (const { message_count, messages = [], preview } of expanded) {
    expect(message_count).toBe(messages.length)
    const question = messages.find(({ role }) => role === 'user')?.text ?? ''
    const start = preview.replace(/(…|\.\.\.)$/, '')
    expect(start.length).toBeGreaterThan(0)
    expect(question.startsWith(start)).toBe(true)
  }
})

test('a single conversation is the same as in the list, with its messages on request', async () => {
  const [first] = await listFiltered('expand=messages')
  const { messages, ...rest } = requireValue(first, 'conversation')
  expect(await ok(api.get(`/conversations/${rest.id}`))).toEqual(rest)
  for (const expand of ['expand=messages', 'expand[]=messages', 'expand%5B%5D=messages']) {
    const expanded = await ok(api.get(`/conversations/${rest.id}?${expand}`))
    expect(expanded, expand).toEqual({ ...rest, messages })
  }
})

test('the messages of a conversation are listed oldest first', async () => {
  for (const { messages = [] } of await listFiltered('expand=messages')) {
    const times = messages.map(({ created_at }) => created_at)
    expect(times).toEqual([...times].sort())
  }
})

// docs/api.md#filters
test('the filter `has_lead` selects the conversations with a lead, or those without', async () => {
  const [plain, withLead, without] = await Promise.all([
    listFiltered('include_test=false'),
    listFiltered('has_lead=true'),
    listFiltered('has_lead=false'),
  ])
  expect(withLead.length).toBeGreaterThan(0)
  expect(withLead.filter(({ lead }) => lead === null)).toEqual([])
  expect(without.filter(({ lead }) => lead !== null)).toEqual([])
  expect([...idsOf(withLead), ...idsOf(without)].sort()).toEqual(idsOf(plain).sort())
})

test('the filter `graded` selects the conversations with an evaluation, or those without', async () => {
  const [plain, graded, ungraded] = await Promise.all([
    listFiltered('include_test=false'),
    listFiltered('graded=true'),
    listFiltered('graded=false'),
  ])
  expect(graded.length).toBeGreaterThan(0)
  for (const { evaluation, completed_at } of graded) {
    expect(evaluation).not.toBeNull()
    expect(completed_at).toEqual(aTimestamp)
  }
  expect(ungraded.filter(({ evaluation }) => evaluation !== null)).toEqual([])
  expect([...idsOf(graded), ...idsOf(ungraded)].sort()).toEqual(idsOf(plain).sort())
})

test('filters, expand, dates and limit can be combined', async () => {
  const since = requireValue(all[all.length - 20], 'twentieth conversation from the end').started_at
  const query = `has_lead=true&graded=true&expand=messages&created_since=${since}`
  const found = await listFiltered(query)
  expect(found.length).toBeGreaterThan(0)
  const expected = all.filter(
    (one) => !one.test && one.lead && one.evaluation && one.started_at >= since,
  )
  expect(idsOf(found)).toEqual(idsOf(expected))
  expect(found.every(({ messages }) => (messages?.length ?? 0) > 0)).toBe(true)
})

test('the filter `updated_since` finds the conversations that changed since a time', async () => {
  const byChange = await listFiltered('updated_since=2000-01-01T00:00:00Z')
  const tenth = requireValue(byChange[9], 'tenth conversation')
  const found = await listFiltered(`updated_since=${tenth.updated_at}`)
  expect(idsOf(found)).toEqual(
    idsOf(byChange.filter(({ updated_at }) => updated_at >= tenth.updated_at)),
  )
})

test('has_lead, graded, include_test and expand accept only their documented values', async () => {
  for (const name of ['include_test', 'has_lead', 'graded']) {
    for (const value of ['', '1', 'yes', 'TRUE', 'null']) {
      expectInvalid(await api.get(`/conversations?${name}=${value}`), name)
    }
  }
  for (const value of ['', 'contact', 'messages,contact', 'Messages']) {
    expectInvalid(await api.get(`/conversations?expand=${value}`), 'expand')
    expectInvalid(await api.get(`/conversations/${all[0]?.id}?expand=${value}`), 'expand')
  }
})

// docs/api.md#personal-details
test('without contacts:read, listed conversations do not identify anybody', async () => {
  const blind = await server.withScopes('conversations:read')
  const open = await listFiltered('has_lead=true')
  const hidden = await listAll<Conversation>(blind, '/conversations?limit=100&has_lead=true')
  expect(idsOf(hidden)).toEqual(idsOf(open))
  for (const [index, conversation] of hidden.entries()) {
    expect(conversation.contact).toBeNull()
    expect(conversation.lead).toEqual({
      first_name: null,
      last_name: null,
      email: null,
      captured_at: open[index]?.lead?.captured_at,
    })
    if (conversation.booking) expect(conversation.booking.booker_email).toBeNull()
  }
  expect(open.some(({ booking }) => booking)).toBe(true)
})

test('without contacts:read, a single conversation does not identify anybody, but has all other fields', async () => {
  const booked = requireValue(
    all.find(({ booking, lead }) => booking && lead),
    'conversation with a booking and a lead',
  )
  const blind = await server.withScopes('conversations:read')
  const hidden = await ok(blind.get<Conversation>(`/conversations/${booked.id}`))
  expect(hidden).toEqual({
    ...booked,
    contact: null,
    lead: { ...booked.lead, first_name: null, last_name: null, email: null },
    booking: { ...booked.booking, booker_email: null },
  })
})

test('a transcript shows what the visitor typed even without contacts:read', async () => {
  const [first] = await listFiltered('expand=messages')
  const { id, messages } = requireValue(first, 'conversation')
  const blind = await server.withScopes('conversations:read')
  const hidden = await ok(blind.get<Conversation>(`/conversations/${id}?expand=messages`))
  expect(hidden.messages).toEqual(messages)
})

// docs/api.md#preview-chats
test('a preview chat is listed on request, can be read by its id, and is marked as a test', async () => {
  const preview = requireValue(
    all.find(({ test }) => test),
    'preview chat',
  )
  expect((await ok(api.get<Conversation>(`/conversations/${preview.id}`))).test).toBe(true)
  for (const query of ['', 'include_test=false']) {
    expect(idsOf(await listFiltered(query)), query).not.toContain(preview.id)
  }
})

// docs/api.md#conversation
test('a conversation of another workspace is not found', async () => {
  expectNotFound(await server.testApi.get(`/conversations/${all[0]?.id}`))
  const { data } = await ok(server.testApi.get<List<Conversation>>('/conversations'))
  expect(data).toEqual([])
})

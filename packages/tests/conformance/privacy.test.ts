import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aNumber, anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type {
  ChatSession,
  Contact,
  Conversation,
  EventEnvelope,
  List,
  Meeting,
} from './support/wire.ts'
import type { BookingRecord, ErasureReceipt, PrivacyExport } from './support/wire-reports.ts'
import type { PersonalLink } from './support/wire-site.ts'

const server = await startServer()

type TestWorkspace = Awaited<ReturnType<typeof openWorkspace>>

const email = 'ada@example.com'
const visitor = { email, first_name: 'Ada', last_name: 'Lovelace' }

const exportPerson = ({ api }: TestWorkspace, address: string = email) =>
  ok(api.post<PrivacyExport>('/privacy/exports', { email: address }))
const erase = ({ api }: TestWorkspace, address: string = email) =>
  ok(api.post<ErasureReceipt>('/privacy/erasures', { email: address }), 201)

/** Stores data of many kinds about one person, and a lead of another. */
async function createKnownPerson() {
  const workspace = await openWorkspace(server)
  const { api, site } = workspace
  const { record } = site
  const lead = await site.lead(visitor, 'Ada Lovelace here, what does it cost?')
  await record.conversations.requestHandoff(lead, { reason: 'Ada Lovelace wants a person' })
  await site.grade(lead)
  const booked = await site.chat('A demo for the countess, please')
  const meeting = await site.book(booked, email)
  await record.bookings.attempt({ email, name: 'Ada Lovelace', status: 'abandoned' })
  const link = await ok(api.post<PersonalLink>('/personal_links', { name: 'Fair', page: '/' }), 201)
  await record.bookings.viaLink({ email, name: 'Ada Lovelace', status: 'booked', link: link.id })
  const body = { visitor: { email, name: 'Ada Lovelace', external_id: 'crm-ada' } }
  const session = await ok(api.post<ChatSession>('/chat/sessions', body), 201)
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text: 'Do you know me?' }))
  const contact = await ok(api.post<Contact>('/contacts', { email, company: 'Analytical' }))
  const other = await site.lead({ email: 'grace@example.com', first_name: 'Grace' })
  return { ...workspace, lead, booked, meeting, session, contact, other }
}

// docs/api.md#privacy
test('a chat session belongs to the contact that had the external_id of the visitor when the session started', async () => {
  const { api } = await openWorkspace(server)
  const grace = 'grace@example.com'
  const setExternalId = (of: string, external_id: string | null) =>
    ok(api.post<Contact>('/contacts', { email: of, external_id }))
  const visitor = { external_id: 'crm-7' }
  const open = async () => ok(api.post<ChatSession>('/chat/sessions', { visitor }), 201)
  const exportConversations = async (of: string) => {
    const { conversations } = await ok(api.post<PrivacyExport>('/privacy/exports', { email: of }))
    return conversations.map(({ id }) => id)
  }
  await setExternalId(email, 'crm-7')
  const first = await open()
  await setExternalId(email, 'crm-8')
  await setExternalId(grace, 'crm-7')
  const second = await open()
  expect(await exportConversations(email)).toEqual([first.conversation])
  expect(await exportConversations(grace)).toEqual([second.conversation])
  await ok(api.post('/privacy/erasures', { email: grace }), 201)
  expect(await exportConversations(email)).toEqual([first.conversation])
})

// docs/api.md#privacy
test('an export has every documented field, and its email in lower case', async () => {
  const person = await createKnownPerson()
  const exported = await exportPerson(person, 'ADA@Example.com')
  expect(exported).toMatchObject({
    object: 'privacy_export',
    email,
    generated_at: aTimestamp,
    contact: { id: person.contact.id, email, company: 'Analytical' },
  })
  for (const name of ['conversations', 'booking_attempts', 'link_bookings'] as const) {
    expect(exported[name].length).toBeGreaterThan(0)
  }
  for (const name of ['chat_sessions', 'meetings', 'visits', 'message_details']) {
    expect(exported).toHaveProperty(name, expect.any(Array))
  }
})

test('an export has in full every conversation that names the person, and no other', async () => {
  const person = await createKnownPerson()
  const { conversations } = await exportPerson(person)
  const ids = conversations.map(({ id }) => id)
  expect([...ids].sort()).toEqual([person.lead, person.booked, person.session.conversation].sort())
  const text = JSON.stringify(conversations)
  for (const part of [
    'https://acme.example/pricing',
    'Ada Lovelace here, what does it cost?',
    'Ada Lovelace wants a person',
    'A demo for the countess, please',
    'Do you know me?',
    person.meeting,
  ]) {
    expect(text).toContain(part)
  }
  const lead = conversations.find(({ id }) => id === person.lead)
  expect(lead).toMatchObject({ lead: visitor, started_at: aTimestamp })
  expect(text).not.toMatch(/\bgrace\b/)
})

test('an export has the booking attempts and the bookings through links', async () => {
  const { booking_attempts, link_bookings } = await exportPerson(await createKnownPerson())
  const matchRecord = (status: string): BookingRecord =>
    expect.objectContaining({
      id: expect.any(String),
      status,
      name: 'Ada Lovelace',
      email,
      created_at: aTimestamp,
      meeting: null,
    }) as BookingRecord
  expect(booking_attempts).toEqual([matchRecord('abandoned')])
  expect(link_bookings).toEqual([matchRecord('booked')])
})

test('an unknown address can be exported and erased', async () => {
  const person = await createKnownPerson()
  expect(await exportPerson(person, 'nobody@example.com')).toMatchObject({
    object: 'privacy_export',
    email: 'nobody@example.com',
    contact: null,
    conversations: [],
    booking_attempts: [],
    link_bookings: [],
  })
  expect(await erase(person, 'nobody@example.com')).toMatchObject({
    conversations: 0,
    booking_attempts: 0,
    link_bookings: 0,
    events: 0,
    contact_deleted: false,
  })
})

test('an erasure receipt counts the changes and has a digest of the address', async () => {
  const receipt = await erase(await createKnownPerson(), 'Ada@EXAMPLE.com')
  expect(receipt).toMatchObject({
    object: 'privacy_erasure',
    id: anId('era_'),
    email_hash: expect.stringMatching(/^\S{16,}$/),
    conversations: 3,
    booking_attempts: 1,
    link_bookings: 1,
    events: aNumber,
    contact_deleted: true,
  })
  expect(receipt.events).toBeGreaterThan(3)
  expect(JSON.stringify(receipt)).not.toMatch(/\bada\b|example/i)
})

// docs/api.md#erasure
test('an erasure empties conversations and keeps their ids and times', async () => {
  const person = await createKnownPerson()
  const { api } = person
  const read = (id: string) => ok(api.get<Conversation>(`/conversations/${id}?expand=messages`))
  const before = await read(person.lead)
  await erase(person)
  for (const id of [person.lead, person.booked, person.session.conversation]) {
    const after = await read(id)
    expect(JSON.stringify(after)).not.toMatch(/\bada\b|lovelace|countess|know me/i)
    expect(after.messages).toEqual([])
    expect(after.contact).toBeNull()
  }
  const after = await read(person.lead)
  expect(after).toMatchObject({ id: person.lead, started_at: before.started_at })
  expect(after.evaluation?.recommended_improvement ?? null).toBeNull()
  expect(after.completed_at).toBe(before.completed_at)
})

test('after an erasure, the export and the lists of contacts, conversations, meetings, events and links have nothing about the person', async () => {
  const person = await createKnownPerson()
  const { api } = person
  await erase(person)
  expectNotFound(await api.get(`/contacts/${person.contact.id}`))
  expect(await exportPerson(person)).toMatchObject({
    contact: null,
    conversations: [],
    booking_attempts: [],
    link_bookings: [],
  })
  const lists = [
    await listAll(api, '/contacts'),
    await listAll(api, '/conversations?expand=messages'),
    await listAll(api, '/meetings'),
    await listAll(api, '/events'),
    await listAll(api, '/personal_links'),
  ]
  expect(JSON.stringify(lists)).not.toMatch(/ada@|ada lovelace|countess/i)
  expect(JSON.stringify(lists)).toContain('grace@example.com')
})

test('after an erasure the meeting has no invitee', async () => {
  const person = await createKnownPerson()
  await erase(person)
  const meeting = await ok(person.api.get<Meeting>(`/meetings/${person.meeting}`))
  expect(meeting).toMatchObject({
    id: person.meeting,
    contact: null,
    invitee: { name: null, email: null },
  })
})

test('after an erasure the session has no messages', async () => {
  const person = await createKnownPerson()
  await erase(person)
  const session = await ok(person.api.get<ChatSession>(`/chat/sessions/${person.session.id}`))
  expect(session.messages).toEqual([])
  expect(JSON.stringify(session)).not.toMatch(/\bada\b|lovelace|\bcrm\b/i)
})

test('a session that continues after an erasure no longer knows its visitor', async () => {
  const person = await createKnownPerson()
  const { api, session } = person
  await erase(person)
  const path = `/chat/sessions/${session.id}/messages`
  await ok(api.post(path, { text: 'I am Ada Lovelace, ada@example.com' }))
  const { data } = await ok(api.get<List<Contact>>(`/contacts?email=${email}`))
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ identity_verified: false, company: null, external_id: null })
})

test('an erasure empties only the field `data` of the events about the person', async () => {
  const person = await createKnownPerson()
  const before = await listAll<EventEnvelope>(person.api, '/events')
  const { events } = await erase(person)
  const [deletion, ...after] = await listAll<EventEnvelope>(person.api, '/events')
  expect(deletion?.type).toBe('contact.deleted')
  const erased = after.filter(({ data }) => data.erased)
  expect(erased).toHaveLength(events)
  for (const event of erased) expect(event.data).toEqual({ erased: true })
  const withoutData = ({ data: _, ...event }: EventEnvelope) => event
  expect(after.map(withoutData)).toEqual(before.map(withoutData))
  const others = after.filter(({ data }) => !data.erased)
  expect(others.map(({ data }) => data.object?.id)).toContain(person.other)
})

// docs/api.md#privacy
test('a visitor who is known only from a session can be exported and erased', async () => {
  const workspace = await openWorkspace(server)
  const body = { visitor: { email: 'only@example.com', name: 'Only Here' } }
  const session = await ok(workspace.api.post<ChatSession>('/chat/sessions', body), 201)
  const path = `/chat/sessions/${session.id}/messages`
  await ok(workspace.api.post(path, { text: 'My secret is safe' }))
  const { conversations } = await exportPerson(workspace, 'only@example.com')
  expect(conversations.map(({ id }) => id)).toEqual([session.conversation])
  expect(JSON.stringify(conversations)).toContain('My secret is safe')
  expect((await erase(workspace, 'only@example.com')).conversations).toBe(1)
  const after = await ok(workspace.api.get<ChatSession>(`/chat/sessions/${session.id}`))
  expect(after.messages).toEqual([])
})

// docs/api.md#erasure
test('a second erasure finds nothing more', async () => {
  const person = await createKnownPerson()
  const first = await erase(person)
  const second = await erase(person)
  expect(second).toMatchObject({
    conversations: 0,
    booking_attempts: 0,
    link_bookings: 0,
    events: 0,
  })
  expect(second.contact_deleted).toBe(false)
  expect(second.id).not.toBe(first.id)
  expect(second.email_hash).toBe(first.email_hash)
})

// docs/api.md#privacy
test('an invalid email is refused, and the error names the field', async () => {
  const { api } = await openWorkspace(server)
  const emails = [undefined, null, '', 'ada', 'ada@', '@example.com', 'a b@example.com', 7, []]
  for (const path of ['/privacy/exports', '/privacy/erasures']) {
    for (const wrong of emails) expectInvalid(await api.post(path, { email: wrong }), 'email')
    expectInvalid(await api.post(path, { email, reason: 'x' }), 'reason')
  }
  expect(emails).toHaveLength(9)
})

test('privacy operations accept neither an address in the query nor a GET', async () => {
  const { api } = await openWorkspace(server)
  for (const path of ['/privacy/exports', '/privacy/erasures']) {
    expect((await api.get(`${path}?email=${email}`)).status).toBe(405)
    expect((await api.post(`${path}?email=${email}`, { email })).status).toBe(400)
  }
})

// docs/api.md#erasure
test('an erasure in one workspace leaves other workspaces unchanged', async () => {
  const [first, second] = [await createKnownPerson(), await createKnownPerson()]
  await erase(first)
  expect((await exportPerson(second)).conversations).toHaveLength(3)
  await ok(second.api.get(`/contacts/${second.contact.id}`))
})

test('only one of the parallel erasures of one address deletes the contact', async () => {
  const person = await createKnownPerson()
  const receipts = await Promise.all(Array.from({ length: 6 }, () => erase(person)))
  expect(receipts.filter((receipt) => receipt.contact_deleted)).toHaveLength(1)
  expect((await exportPerson(person)).conversations).toEqual([])
})

test('erasures during writes leave at most one new contact, and a later erasure removes it', async () => {
  const workspace = await openWorkspace(server)
  const { api } = workspace
  const email = 'busy@example.com'
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 4 === 0
        ? api.post('/privacy/erasures', { email })
        : api.post('/contacts', { email, attributes: { [`key-${index}`]: index } }),
    ),
  )
  for (const { status, text } of answers) expect([200, 201], text).toContain(status)
  const contacts = await listAll<Contact>(api, '/contacts')
  expect(contacts.length).toBeLessThanOrEqual(1)
  expect((await exportPerson(workspace, email)).contact).toEqual(contacts[0] ?? null)
  await erase(workspace, email)
  expect(await listAll<Contact>(api, '/contacts')).toEqual([])
})

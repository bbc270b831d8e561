import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { aNumber, anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { openTenant } from './support/tenant.ts'
import { walk } from './support/walk.ts'
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

type Tenant = Awaited<ReturnType<typeof openTenant>>

const email = 'ada@example.com'
const visitor = { email, first_name: 'Ada', last_name: 'Lovelace' }

const exportOf = ({ api }: Tenant, address: string = email) =>
  ok(api.post<PrivacyExport>('/privacy/exports', { email: address }))
const erase = ({ api }: Tenant, address: string = email) =>
  ok(api.post<ErasureReceipt>('/privacy/erasures', { email: address }), 201)

/** Everything that can be held about one person, and beside it something about another. */
async function knownPerson() {
  const tenant = await openTenant(server)
  const { api, site } = tenant
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
  return { ...tenant, lead, booked, meeting, session, contact, other }
}

// docs/api.md#privacy
test('an export has every documented field, its email in lower case', async () => {
  const person = await knownPerson()
  const exported = await exportOf(person, 'ADA@Example.com')
  expect(exported).toMatchObject({
    object: 'privacy_export',
    email,
    generated_at: aTimestamp,
    contact: { id: person.contact.id, email, company: 'Analytical' },
  })
  for (const name of ['conversations', 'booking_attempts', 'link_bookings'] as const) {
    expect(exported[name].length).toBeGreaterThan(0)
  }
})

test('an export has every conversation that names the person, in full, and no other', async () => {
  const person = await knownPerson()
  const { conversations } = await exportOf(person)
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

test('an export has the attempts to book and the bookings over links', async () => {
  const { booking_attempts, link_bookings } = await exportOf(await knownPerson())
  const record = (status: string): BookingRecord =>
    expect.objectContaining({
      id: expect.any(String),
      status,
      name: 'Ada Lovelace',
      email,
      created_at: aTimestamp,
      meeting: null,
    }) as BookingRecord
  expect(booking_attempts).toEqual([record('abandoned')])
  expect(link_bookings).toEqual([record('booked')])
})

test('an address about which nothing is held is exported and erased all the same', async () => {
  const person = await knownPerson()
  expect(await exportOf(person, 'nobody@example.com')).toMatchObject({
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

test('a receipt counts what was changed and has a hash in place of the address', async () => {
  const receipt = await erase(await knownPerson(), 'Ada@EXAMPLE.com')
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
test('an erasure empties the conversations and keeps their rows and times', async () => {
  const person = await knownPerson()
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

test('after an erasure nothing of the person is found by any list or export', async () => {
  const person = await knownPerson()
  const { api } = person
  await erase(person)
  expectNotFound(await api.get(`/contacts/${person.contact.id}`))
  expect(await exportOf(person)).toMatchObject({
    contact: null,
    conversations: [],
    booking_attempts: [],
    link_bookings: [],
  })
  const lists = [
    await walk(api, '/contacts'),
    await walk(api, '/conversations?expand=messages'),
    await walk(api, '/meetings'),
    await walk(api, '/events'),
    await walk(api, '/personal_links'),
  ]
  expect(JSON.stringify(lists)).not.toMatch(/ada@|ada lovelace|countess/i)
  expect(JSON.stringify(lists)).toContain('grace@example.com')
})

test('after an erasure the meeting stands without its invitee', async () => {
  const person = await knownPerson()
  await erase(person)
  const meeting = await ok(person.api.get<Meeting>(`/meetings/${person.meeting}`))
  expect(meeting).toMatchObject({
    id: person.meeting,
    contact: null,
    invitee: { name: null, email: null },
  })
})

test('after an erasure the session is there without what was said', async () => {
  const person = await knownPerson()
  await erase(person)
  const session = await ok(person.api.get<ChatSession>(`/chat/sessions/${person.session.id}`))
  expect(session.messages).toEqual([])
  expect(JSON.stringify(session)).not.toMatch(/\bada\b|lovelace|\bcrm\b/i)
})

test('a session that goes on after an erasure vouches for no person', async () => {
  const person = await knownPerson()
  const { api, session } = person
  await erase(person)
  const path = `/chat/sessions/${session.id}/messages`
  await ok(api.post(path, { text: 'I am Ada Lovelace, ada@example.com' }))
  const { data } = await ok(api.get<List<Contact>>(`/contacts?email=${email}`))
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ identity_verified: false, company: null, external_id: null })
})

test('after an erasure the events about the person keep their type and time alone', async () => {
  const person = await knownPerson()
  const before = await walk<EventEnvelope>(person.api, '/events')
  const { events } = await erase(person)
  const [deletion, ...after] = await walk<EventEnvelope>(person.api, '/events')
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
test('a visitor known only from a session is exported and erased like any other', async () => {
  const tenant = await openTenant(server)
  const body = { visitor: { email: 'only@example.com', name: 'Only Here' } }
  const session = await ok(tenant.api.post<ChatSession>('/chat/sessions', body), 201)
  const path = `/chat/sessions/${session.id}/messages`
  await ok(tenant.api.post(path, { text: 'My secret is safe' }))
  const { conversations } = await exportOf(tenant, 'only@example.com')
  expect(conversations.map(({ id }) => id)).toEqual([session.conversation])
  expect(JSON.stringify(conversations)).toContain('My secret is safe')
  expect((await erase(tenant, 'only@example.com')).conversations).toBe(1)
  const after = await ok(tenant.api.get<ChatSession>(`/chat/sessions/${session.id}`))
  expect(after.messages).toEqual([])
})

// docs/api.md#erasure
test('a second erasure finds nothing more', async () => {
  const person = await knownPerson()
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
test('an email that is not usable is refused by name', async () => {
  const { api } = await openTenant(server)
  const emails = [undefined, null, '', 'ada', 'ada@', '@example.com', 'a b@example.com', 7, []]
  for (const path of ['/privacy/exports', '/privacy/erasures']) {
    for (const wrong of emails) expectInvalid(await api.post(path, { email: wrong }), 'email')
    expectInvalid(await api.post(path, { email, reason: 'x' }), 'reason')
  }
  expect(emails).toHaveLength(9)
})

test('privacy operations take no address from the query and answer to no GET', async () => {
  const { api } = await openTenant(server)
  for (const path of ['/privacy/exports', '/privacy/erasures']) {
    expect((await api.get(`${path}?email=${email}`)).status).toBe(405)
    expect((await api.post(`${path}?email=${email}`, { email })).status).toBe(400)
  }
})

// docs/api.md#erasure
test('an erasure in one workspace leaves the other alone', async () => {
  const [first, second] = [await knownPerson(), await knownPerson()]
  await erase(first)
  expect((await exportOf(second)).conversations).toHaveLength(3)
  await ok(second.api.get(`/contacts/${second.contact.id}`))
})

test('of erasures of one address at once, one deletes the contact', async () => {
  const person = await knownPerson()
  const receipts = await Promise.all(Array.from({ length: 6 }, () => erase(person)))
  expect(receipts.filter((receipt) => receipt.contact_deleted)).toHaveLength(1)
  expect((await exportOf(person)).conversations).toEqual([])
})

test('an erasure while others write leaves no half of a person', async () => {
  const tenant = await openTenant(server)
  const { api } = tenant
  const email = 'busy@example.com'
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 4 === 0
        ? api.post('/privacy/erasures', { email })
        : api.post('/contacts', { email, attributes: { [`key-${index}`]: index } }),
    ),
  )
  for (const { status, text } of answers) expect([200, 201], text).toContain(status)
  const contacts = await walk<Contact>(api, '/contacts')
  expect(contacts.length).toBeLessThanOrEqual(1)
  expect((await exportOf(tenant, email)).contact).toEqual(contacts[0] ?? null)
  await erase(tenant, email)
  expect(await walk<Contact>(api, '/contacts')).toEqual([])
})

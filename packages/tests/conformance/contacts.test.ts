import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectConflict, expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import { nextMoment } from './support/until.ts'
import type { Contact, Deletion, List } from './support/wire.ts'
import type { ErasureReceipt } from './support/wire-reports.ts'

const server = await startServer()
const { api } = server

const upsert = (body: object) => ok(api.post<Contact>('/contacts', body))
const update = (id: string, body: object) => ok(api.patch<Contact>(`/contacts/${id}`, body))
const list = async (query: string) => (await ok(api.get<List<Contact>>(`/contacts?${query}`))).data

// docs/api.md#contact
test('a contact has every documented field', async () => {
  const sent = {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    name: 'Ada Lovelace',
    company: 'Analytical',
    phone: '+44 20 7946 0000',
    external_id: 'crm-ada',
    attributes: { plan: 'gold', seats: 3, trial: false, renewal: null },
  }
  const contact = await upsert(sent)
  expect(contact).toEqual({
    ...sent,
    attributes: { plan: 'gold', seats: 3, trial: false },
    id: anId('ct_'),
    object: 'contact',
    identity_verified: false,
    source: 'api',
    first_seen_at: aTimestamp,
    last_seen_at: aTimestamp,
    created_at: aTimestamp,
    updated_at: aTimestamp,
  })
})

test('a contact created with only an email has null in the optional fields, no attributes, and four equal times', async () => {
  const contact = await upsert({ email: 'bare@example.com' })
  expect(contact).toMatchObject({
    first_name: null,
    last_name: null,
    name: null,
    company: null,
    phone: null,
    external_id: null,
    attributes: {},
    first_seen_at: contact.created_at,
    last_seen_at: contact.created_at,
    updated_at: contact.created_at,
  })
})

test('an upsert answers 200, and a repeated one updates the same contact', async () => {
  const first = await upsert({ email: 'again@example.com', company: 'First' })
  const second = await upsert({ email: 'again@example.com', company: 'Second' })
  expect(second.id).toBe(first.id)
  expect(second.company).toBe('Second')
  expect(second.created_at).toBe(first.created_at)
  expect(second.updated_at >= first.updated_at).toBe(true)
  expect(await list('email=again@example.com')).toHaveLength(1)
})

// docs/api.md#json
test('emails are compared case-insensitively and stored in lower case', async () => {
  const first = await upsert({ email: 'Case@Example.COM' })
  const second = await upsert({ email: 'cASE@example.com', company: 'Same' })
  expect(first.email).toBe('case@example.com')
  expect(second).toMatchObject({ id: first.id, email: 'case@example.com', company: 'Same' })
  expect((await list('email=CASE@EXAMPLE.com')).map(({ id }) => id)).toEqual([first.id])
})

// docs/api.md#contact
test('an upsert keeps omitted fields, clears fields with null and merges attributes', async () => {
  await upsert({
    email: 'keep@example.com',
    name: 'Kept',
    company: 'Gone',
    phone: '1',
    attributes: { a: 1, b: 2, d: 'two' },
  })
  const after = await upsert({
    email: 'keep@example.com',
    company: null,
    phone: '2',
    attributes: { b: 3, c: false, d: null },
  })
  expect(after).toMatchObject({ name: 'Kept', company: null, phone: '2' })
  expect(after.attributes).toEqual({ a: 1, b: 3, c: false })
})

test('PATCH keeps omitted fields, clears fields with null and removes attributes with null', async () => {
  const { id } = await upsert({
    email: 'clear@example.com',
    first_name: 'Grace',
    company: 'Navy',
    external_id: 'crm-clear',
    attributes: { rank: 'admiral', ship: 'none' },
  })
  const after = await update(id, { company: null, external_id: null, attributes: { ship: null } })
  expect(after).toMatchObject({ first_name: 'Grace', company: null, external_id: null })
  expect(after.attributes).toEqual({ rank: 'admiral' })
  expect(await ok(api.get(`/contacts/${id}`))).toEqual(after)
})

test('PATCH accepts an empty body and refuses an email', async () => {
  const { id } = await upsert({ email: 'fixed@example.com' })
  expect((await update(id, {})).email).toBe('fixed@example.com')
  expectInvalid(await api.patch(`/contacts/${id}`, { email: 'moved@example.com' }), 'email')
})

test('a change sets updated_at and leaves created_at unchanged', async () => {
  const before = await upsert({ email: 'moving@example.com' })
  const after = await update(before.id, { company: 'Moved' })
  expect(after.created_at).toBe(before.created_at)
  expect(after.updated_at > before.updated_at).toBe(true)
})

test('an external_id of another contact is a conflict, in PATCH and in POST', async () => {
  await upsert({ email: 'first@example.com', external_id: 'crm-7' })
  const second = await upsert({ email: 'second@example.com' })
  const claims = [
    await api.patch(`/contacts/${second.id}`, { external_id: 'crm-7' }),
    await api.post('/contacts', { email: 'second@example.com', external_id: 'crm-7' }),
    await api.post('/contacts', { email: 'third@example.com', external_id: 'crm-7' }),
  ]
  for (const claim of claims) expect(expectConflict(claim).param).toBe('external_id')
  expect((await ok(api.get<Contact>(`/contacts/${second.id}`))).external_id).toBeNull()
  expect(await list('email=third@example.com')).toEqual([])
})

test('contacts of two workspaces can have the same external_id', async () => {
  await upsert({ email: 'both@example.com', external_id: 'crm-both' })
  const body = { email: 'both@example.com', external_id: 'crm-both' }
  expect((await ok(server.testApi.post<Contact>('/contacts', body))).external_id).toBe('crm-both')
})

test('a replaced or cleared external_id can be used again', async () => {
  const { id } = await upsert({ email: 'replaced@example.com', external_id: 'crm-old' })
  expect((await update(id, { external_id: 'crm-new' })).external_id).toBe('crm-new')
  expect((await update(id, { external_id: 'crm-new' })).external_id).toBe('crm-new')
  const other = await upsert({ email: 'takes-over@example.com', external_id: 'crm-old' })
  expect(other.external_id).toBe('crm-old')
  expect((await update(id, { external_id: null })).external_id).toBeNull()
  const last = await upsert({ email: 'takes-the-new@example.com', external_id: 'crm-new' })
  expect(last.external_id).toBe('crm-new')
})

test('parallel upserts of one email create one contact with every attribute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      upsert({ email: 'parallel@example.com', attributes: { [`key-${index}`]: index } }),
    ),
  )
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const [contact] = await list('email=parallel@example.com')
  expect(Object.keys(contact?.attributes ?? {})).toHaveLength(20)
})

test('parallel changes of one contact all take effect', async () => {
  const { id } = await upsert({ email: 'changing@example.com' })
  await Promise.all([
    ...Array.from({ length: 15 }, (_, index) =>
      update(id, { attributes: { [`key-${index}`]: index } }),
    ),
    update(id, { company: 'Analytical' }),
    update(id, { phone: '+44 20' }),
    upsert({ email: 'changing@example.com', last_name: 'Lovelace' }),
  ])
  const contact = await ok(api.get<Contact>(`/contacts/${id}`))
  expect(contact).toMatchObject({ company: 'Analytical', phone: '+44 20', last_name: 'Lovelace' })
  expect(Object.keys(contact.attributes)).toHaveLength(15)
})

test('only one of the parallel changes that set the same external_id succeeds', async () => {
  const contacts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => upsert({ email: `claim-${index}@example.com` })),
  )
  const answers = await Promise.all(
    contacts.map(({ id }) => api.patch(`/contacts/${id}`, { external_id: 'crm-claimed' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(11)
  for (const answer of refused) expectConflict(answer)
})

test('only one of the parallel new contacts with the same external_id is created', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      api.post('/contacts', { email: `made-${index}@example.com`, external_id: 'crm-made' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer)
  const created = (await list('limit=100')).filter(({ email }) => email.startsWith('made-'))
  expect(created).toHaveLength(1)
})

test('a contact can be read by its id', async () => {
  const contact = await upsert({ email: 'one@example.com', company: 'One' })
  expect(await ok(api.get(`/contacts/${contact.id}`))).toEqual(contact)
  expectNotFound(await api.get('/contacts/ct_unknown'))
})

// docs/api.md#filters
test('the email filter finds only the contact with the given address', async () => {
  await upsert({ email: 'filter@example.com' })
  await upsert({ email: 'filter@example.com.au' })
  const found = await list('email=filter%40example.com')
  expect(found.map(({ email }) => email)).toEqual(['filter@example.com'])
  expect(await list('email=nobody@example.com')).toEqual([])
  expectInvalid(await api.get('/contacts?email='), 'email')
})

test('the updated_since filter finds the contacts that changed since a time, the newest change first', async () => {
  const [older, newer] = [
    await upsert({ email: 'x@example.com' }),
    await upsert({ email: 'y@example.com' }),
  ]
  await nextMoment()
  await update(older.id, { company: 'Later' })
  const since = encodeURIComponent(newer.updated_at)
  const ids = (await list(`updated_since=${since}`)).map(({ id }) => id)
  expect(ids).toEqual([older.id, newer.id])
})

// docs/api.md#contact
test('DELETE answers with an erasure receipt in the field `erasure`', async () => {
  const { id } = await upsert({ email: 'removed@example.com' })
  const answer = await ok(api.delete<Deletion & { erasure: ErasureReceipt }>(`/contacts/${id}`))
  expect(answer).toMatchObject({
    id,
    object: 'contact',
    deleted: true,
    erasure: {
      object: 'privacy_erasure',
      id: anId('era_'),
      contact_deleted: true,
      conversations: 0,
      booking_attempts: 0,
      link_bookings: 0,
      events: 0,
    },
  })
  expect(answer.erasure.email_hash).not.toContain('removed')
  expectNotFound(await api.get(`/contacts/${id}`))
  expect(await list('email=removed@example.com')).toEqual([])
})

// docs/api.md#erasure
test('after a deletion, a contact with the same address is a new one', async () => {
  const before = await upsert({ email: 'reborn@example.com', company: 'Before' })
  await ok(api.delete(`/contacts/${before.id}`))
  const after = await upsert({ email: 'reborn@example.com' })
  expect(after.id).not.toBe(before.id)
  expect(after.company).toBeNull()
})

// docs/api.md#scopes
test('deleting a contact needs privacy:write, and contacts:write is not enough', async () => {
  const { id } = await upsert({ email: 'guarded@example.com' })
  const writer = await server.withScopes('contacts:write')
  expect((await writer.delete(`/contacts/${id}`)).status).toBe(403)
  const privacy = await server.withScopes('privacy:write')
  await ok(privacy.delete(`/contacts/${id}`))
})

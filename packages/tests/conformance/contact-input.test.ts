import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { expectInvalid } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Contact } from './support/wire.ts'

const { api } = await startServer()

const upsert = (body: object) => ok(api.post<Contact>('/contacts', body))
const update = (id: string, body: object) => ok(api.patch<Contact>(`/contacts/${id}`, body))

// docs/api.md#contact
test('a missing or invalid email is refused, and the error names the field', async () => {
  const emails = [undefined, null, '', 'ada', 'ada@', '@example.com', 'a b@example.com', 7, {}]
  for (const email of emails) expectInvalid(await api.post('/contacts', { email }), 'email')
  expect(emails).toHaveLength(9)
})

test('a text that is too long is refused, and the error names the field', async () => {
  const lengths = {
    first_name: 200,
    last_name: 200,
    name: 200,
    company: 200,
    phone: 40,
    external_id: 255,
  } as const
  for (const [field, length] of Object.entries(lengths)) {
    const email = 'lengths@example.com'
    const contact = await upsert({ email, [field]: 'x'.repeat(length) })
    expect(contact[field as keyof typeof lengths]).toHaveLength(length)
    expectInvalid(await api.post('/contacts', { email, [field]: 'x'.repeat(length + 1) }), field)
    expectInvalid(await api.post('/contacts', { email, [field]: 7 }), field)
  }
  expect(Object.keys(lengths)).toHaveLength(6)
})

test('a contact can have 50 attributes, counted after the merge', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key_${n}`, n]))
  const { id } = await upsert({ email: 'fifty@example.com', attributes })
  const oneMore = { attributes: { another: 1 } }
  expect(expectInvalid(await api.patch(`/contacts/${id}`, oneMore)).param).toMatch(/^attributes/)
  const posted = await api.post('/contacts', { email: 'fifty@example.com', ...oneMore })
  expect(expectInvalid(posted).param).toMatch(/^attributes/)
  const swapped = await update(id, { attributes: { key_0: null, another: 1 } })
  expect(Object.keys(swapped.attributes)).toHaveLength(50)
  const tooMany = { email: 'fifty-one@example.com', attributes: { ...attributes, another: 1 } }
  expect(expectInvalid(await api.post('/contacts', tooMany)).param).toMatch(/^attributes/)
})

test('names and values of attributes are accepted within their limits and refused beyond them', async () => {
  const email = 'rules@example.com'
  const good = { 'A.b-c_9': 'x'.repeat(500), [`k${'x'.repeat(63)}`]: -1.5, on: true }
  expect((await upsert({ email, attributes: good })).attributes).toEqual(good)
  const namesOfMembers = { constructor: 'a', prototype: 'b', toString: 'c', hasOwnProperty: 'd' }
  const other = { email: 'names@example.com' }
  expect((await upsert({ ...other, attributes: namesOfMembers })).attributes).toEqual(
    namesOfMembers,
  )
  const { toString: _, ...rest } = namesOfMembers
  const attributes = { toString: null }
  expect((await upsert({ ...other, attributes })).attributes).toEqual(rest)
  const bad = [
    { 'with space': 1 },
    { '': 1 },
    { [`k${'x'.repeat(64)}`]: 1 },
    { é: 1 },
    { long: 'x'.repeat(501) },
    { nested: { a: 1 } },
    { list: [1] },
  ]
  for (const attributes of bad) {
    const problem = expectInvalid(await api.post('/contacts', { email, attributes }))
    expect(problem.param).toMatch(/^attributes/)
  }
  expect(bad).toHaveLength(7)
})

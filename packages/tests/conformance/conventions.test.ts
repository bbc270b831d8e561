import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { anId, timestamp } from './support/patterns.ts'
import { expectInvalid, expectProblem } from './support/problem.ts'
import { sendRaw } from './support/raw-socket.ts'
import { startServer } from './support/server.ts'
import type { ChatSession, Contact, List } from './support/wire.ts'
import type { Analytics } from './support/wire-reports.ts'

const server = await startServer('--demo')
const { api } = server

const bodyBytes = 262_144
const listPaths = [
  '/conversations',
  '/contacts',
  '/meetings',
  '/events',
  '/webhook_endpoints',
  '/knowledge/sources',
  '/knowledge/documents',
  '/chat_buttons',
  '/personal_links',
  '/link_greetings',
  '/experiments',
]

/** Returns a contact as JSON, padded with white space to a number of bytes. */
const padContact = (bytes: number) =>
  JSON.stringify({ email: 'padded@example.com' }).padEnd(bytes, ' ')

// docs/api.md#json
test('responses are JSON', async () => {
  const paths = ['/me', '/workspace', '/analytics', ...listPaths]
  for (const path of paths) {
    const answer = await api.get(path)
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('content-type'), path).toMatch(/^application\/json(;|$)/)
    expect(() => JSON.parse(answer.text)).not.toThrow()
  }
  expect(paths).toHaveLength(14)
})

test('a request body with a content type other than application/json is refused', async () => {
  const body = JSON.stringify({ email: 'typed@example.com' })
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'json']
  for (const type of types) {
    expectInvalid(await api.post('/contacts', body, { 'Content-Type': type }))
  }
  expect(types).toHaveLength(4)
  const stored = await ok(api.get<List<Contact>>('/contacts?email=typed@example.com'))
  expect(stored.data).toEqual([])
})

test('application/json with a charset parameter is accepted', async () => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  const contact = await ok(api.post<Contact>('/contacts', { email: 'utf8@example.com' }, headers))
  expect(contact.email).toBe('utf8@example.com')
})

test('a body of 262,144 bytes is accepted, and one byte more is refused with 413', async () => {
  expect(padContact(bodyBytes)).toHaveLength(bodyBytes)
  await ok(api.post('/contacts', padContact(bodyBytes)))
  const refused = await api.post('/contacts', padContact(bodyBytes + 1))
  expectProblem(refused, { status: 413, code: 'invalid_request' })
})

test('a body of 262,145 bytes in chunks, without a Content-Length, is refused with 413', async () => {
  const chunk = padContact(bodyBytes + 1)
  const answer = await sendRaw(
    api.baseUrl,
    [
      'POST /v1/contacts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${server.api_key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    ].join('\r\n'),
  )
  expect(answer.status).toBe(413)
  expect(answer.rest).toContain('"invalid_request"')
})

test('an unknown field is refused and nothing is written', async () => {
  const body = { email: 'strict@example.com', favourite_color: 'blue' }
  expectInvalid(await api.post('/contacts', body), 'favourite_color')
  const stored = await ok(api.get<List<Contact>>('/contacts?email=strict@example.com'))
  expect(stored.data).toEqual([])
})

test('an unknown field inside an object or array is refused, and the error has its path', async () => {
  expectInvalid(await api.post('/chat/sessions', { visitor: { age: 36 } }), 'visitor.age')
  const greeting = { name: 'Strict', text: 'Hello', buttons: [{ label: 'A', message: 'B', x: 1 }] }
  expectInvalid(await api.post('/link_greetings', greeting), 'buttons[0].x')
})

// docs/api.md#timestamps
test('every timestamp in the lists of the demo and in the workspace is ISO 8601 in UTC with milliseconds', async () => {
  let checked = 0
  const check = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const item of value) check(item, name)
    else if (value !== null && typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) check(member, key)
    } else if (/(_at|_since)$/.test(name) && value !== null) {
      expect(value, name).toMatch(timestamp)
      expect(Number.isNaN(Date.parse(String(value)))).toBe(false)
      checked += 1
    }
  }
  for (const path of listPaths) check((await ok(api.get(path))) as unknown, path)
  check(await ok(api.get('/workspace')), 'workspace')
  expect(checked).toBeGreaterThan(100)
})

// docs/api.md#ids
test('every object of a list has the id prefix of its kind', async () => {
  const prefixes: Readonly<Record<string, string>> = {
    '/conversations': 'conv_',
    '/contacts': 'ct_',
    '/meetings': 'mtg_',
    '/events': 'evt_',
    '/knowledge/sources': 'src_',
    '/knowledge/documents': 'doc_',
    '/chat_buttons': 'btn_',
    '/personal_links': 'lk_',
    '/link_greetings': 'gr_',
    '/experiments': 'exp_',
  }
  for (const [path, prefix] of Object.entries(prefixes)) {
    const { data } = await ok(api.get<List<{ id: string }>>(path))
    expect(data.length, path).toBeGreaterThan(0)
    for (const { id } of data) expect(id).toEqual(anId(prefix))
  }
  expect(Object.keys(prefixes)).toHaveLength(10)
})

test('the ids of API keys, sessions, variants, endpoints, receipts and requests have the prefix of their kind', async () => {
  const me = await ok(api.get<{ key: string }>('/me'))
  expect(me.key).toEqual(anId('key_'))
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  expect(session.id).toEqual(anId('chs_'))
  expect(session.conversation).toEqual(anId('conv_'))
  const tests = await ok(api.get<List<{ variants: { id: string }[] }>>('/experiments'))
  expect(tests.data[0]?.variants[0]?.id).toEqual(anId('var_'))
  const hook = { url: 'https://hooks.example.com/in', events: ['*'] }
  expect(await ok(api.post('/webhook_endpoints', hook), 201)).toMatchObject({ id: anId('we_') })
  const erasure = await ok(api.post('/privacy/erasures', { email: 'nobody@example.com' }), 201)
  expect(erasure).toMatchObject({ id: anId('era_') })
  const answer = await api.get('/me')
  expect(answer.headers.get('x-request-id')).toEqual(anId('req_'))
})

// docs/api.md#headers
test('every response that is not a replay has its own X-Request-Id', async () => {
  const answers = [
    await api.get('/me'),
    await api.get('/nowhere'),
    await api.get('/contacts/ct_unknown'),
    await api.get('/contacts?limit=0'),
    await api.send('PUT', '/contacts'),
    await server.as(null).get('/me'),
    await server.as('dk_live_wrong').get('/me'),
    await api.post('/contacts', '{'),
    await api.post('/contacts', padContact(bodyBytes + 1)),
    await api.get('/me', { 'Service-Version': '1999-01-01' }),
    await api.get('/me'),
  ]
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^req_\w+$/)
  expect(new Set(ids).size).toBe(answers.length)
})

test('an error repeats its X-Request-Id as request_id', async () => {
  const answer = await api.get<{ request_id: string }>('/contacts/ct_unknown')
  expect(answer.status).toBe(404)
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
})

// docs/api.md#list-envelope
test('all lists have the same envelope', async () => {
  const hook = { url: 'https://hooks.example.com/listed', events: ['*'] }
  const { id } = await ok(api.post<{ id: string }>('/webhook_endpoints', hook), 201)
  const paths = [...listPaths, `/webhook_endpoints/${id}/deliveries`]
  for (const path of paths) {
    const list = await ok(api.get<List<{ id: string }>>(path))
    expect(Object.keys(list).sort(), path).toEqual(['data', 'has_more', 'next_cursor', 'object'])
    expect(list.object).toBe('list')
    expect(Array.isArray(list.data)).toBe(true)
    expect(list.has_more).toBe(list.next_cursor !== null)
  }
  expect(paths).toHaveLength(12)
})

// docs/api.md#preview-chats
test('the lists omit preview chats and their meetings unless include_test is true', async () => {
  for (const path of ['/conversations', '/meetings']) {
    const without = await listAll<{ test: boolean }>(api, `${path}?limit=100`)
    const explicit = await listAll<{ test: boolean }>(api, `${path}?limit=100&include_test=false`)
    const including = await listAll<{ test: boolean }>(api, `${path}?limit=100&include_test=true`)
    expect(without.filter(({ test }) => test)).toEqual([])
    expect(explicit).toEqual(without)
    const previews = including.filter(({ test }) => test).length
    expect(previews, path).toBeGreaterThan(0)
    expect(including).toHaveLength(without.length + previews)
  }
})

test('analytics do not count API requests as visitors', async () => {
  const before = await ok(api.get<Analytics>('/analytics?range=7d'))
  const session = await ok(
    api.post<ChatSession>('/chat/sessions', { page_url: 'https://a.example/' }),
    201,
  )
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text: 'I am Ada, ada@example.com' }))
  await ok(api.post('/contacts', { email: 'api@example.com' }))
  const after = await ok(api.get<Analytics>('/analytics?range=7d'))
  expect(after.headline).toEqual(before.headline)
  expect(after.funnel).toEqual(before.funnel)
  expect(after.pages).toEqual(before.pages)
})

// docs/api.md#addresses
test('the two base addresses return the same answers', async () => {
  expect(server.app_base_url).not.toBe(server.base_url)
  for (const path of ['/me', ...listPaths]) {
    const first = await fetch(`${server.base_url}${path}`, bearer)
    const second = await fetch(`${server.app_base_url}${path}`, bearer)
    expect(second.status, path).toBe(200)
    expect(await second.text(), path).toBe(await first.text())
  }
  const missing = await fetch(`${server.app_base_url}/nowhere`, bearer)
  expect(missing.status).toBe(404)
})

test('the base address ends in `/v1`', () => {
  expect(server.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
})

const bearer = { headers: { Authorization: `Bearer ${server.api_key}` } }

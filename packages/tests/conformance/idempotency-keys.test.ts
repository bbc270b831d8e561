import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ok, withIdempotencyKey } from './support/api.ts'
import { expectInvalid, expectProblem } from './support/problem.ts'
import { sendRaw } from './support/raw-socket.ts'
import { startServer } from './support/server.ts'
import type { Contact, List } from './support/wire.ts'

const server = await startServer()
const { api } = server

const reused = { status: 422, code: 'idempotency_key_reused' }

// docs/api.md#idempotency
test('an idempotency key that was used with another body is refused', async () => {
  const headers = withIdempotencyKey()
  await ok(api.post('/contacts', { email: 'body@example.com' }, headers))
  const other = await api.post('/contacts', { email: 'other-body@example.com' }, headers)
  expectProblem(other, reused)
  const stored = await ok(api.get<List<Contact>>('/contacts?email=other-body@example.com'))
  expect(stored.data).toEqual([])
})

test('the same JSON as different bytes is another body', async () => {
  const headers = withIdempotencyKey()
  await ok(api.post('/contacts', '{"email":"bytes@example.com"}', headers))
  expectProblem(await api.post('/contacts', '{"email": "bytes@example.com"}', headers), reused)
})

test('an idempotency key that was used with another path is refused', async () => {
  const headers = withIdempotencyKey()
  const { id } = await ok(api.post<Contact>('/contacts', { email: 'path@example.com' }, headers))
  expectProblem(await api.post('/privacy/erasures', { email: 'path@example.com' }, headers), reused)
  await ok(api.get(`/contacts/${id}`))
})

test('an idempotency key that was used with another method is refused', async () => {
  const { id } = await ok(api.post<Contact>('/contacts', { email: 'method@example.com' }))
  const headers = withIdempotencyKey()
  const path = `/contacts/${id}`
  await ok(api.patch(path, {}, headers))
  expectProblem(await api.send('DELETE', path, { body: {}, headers }), reused)
  await ok(api.get(path))
})

test('an idempotency key that was used with another query is refused', async () => {
  const headers = withIdempotencyKey()
  const body = { email: 'query@example.com' }
  await ok(api.post('/contacts', body, headers))
  expectProblem(await api.post('/contacts?unknown=1', body, headers), reused)
})

test('an idempotency key of 1 to 255 visible ASCII characters is accepted', async () => {
  const unique = randomUUID()
  const keys = [
    '!',
    '~',
    `${unique}${'x'.repeat(255 - unique.length)}`,
    `"${unique}"`,
    `{${unique}}`,
  ]
  for (const key of keys) {
    await ok(api.post('/contacts', { email: 'keys@example.com' }, withIdempotencyKey(key)))
  }
  expect(keys[2]).toHaveLength(255)
})

test('an idempotency key that is empty, too long or not visible ASCII is refused, and the error names the header', async () => {
  const keys = ['', 'x'.repeat(256), 'two words', 'tab\there', 'caf\u00e9']
  for (const key of keys) {
    const answer = await api.post(
      '/contacts',
      { email: 'malformed@example.com' },
      withIdempotencyKey(key),
    )
    expectInvalid(answer, 'Idempotency-Key')
  }
  expect(keys).toHaveLength(5)
  const stored = await ok(api.get<List<Contact>>('/contacts?email=malformed@example.com'))
  expect(stored.data).toEqual([])
})

test('two Idempotency-Key headers in one request are refused', async () => {
  const body = '{"email":"twice@example.com"}'
  const answer = await sendRaw(
    api.baseUrl,
    [
      'POST /v1/contacts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${server.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Idempotency-Key: one',
      'Idempotency-Key: two',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  expect(answer.status).toBe(400)
  expect(answer.rest).toContain('Idempotency-Key')
})

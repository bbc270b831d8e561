import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { operations, unknownPath } from './support/operations.ts'
import { expectInvalid, type Problem } from './support/problem.ts'
import { sendRaw } from './support/raw-socket.ts'
import { startServer } from './support/server.ts'
import type { ChatSession, Contact } from './support/wire.ts'

// The server must also log no error while these tests run: see `expectNoErrors`.
const server = await startServer()
const { api } = server

const formatRequest = (line: string, ...rest: readonly string[]) =>
  [line, 'Host: localhost', 'Connection: close', ...rest, '', ''].join('\r\n')
const authorization = `Authorization: Bearer ${server.api_key}`

// docs/api.md#json
test('every operation with a body refuses JSON that is not an object', async () => {
  const writes = operations.filter(({ method }) => method === 'POST' || method === 'PATCH')
  let refused = 0
  for (const operation of writes) {
    for (const body of ['null', '[]', '"text"', '7', 'true']) {
      const answer = await api.send(operation.method, unknownPath(operation), { body })
      expect([400, 404, 429], `${operation.path} ${body}: ${answer.text}`).toContain(answer.status)
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(150)
})

// docs/api.md#request-pipeline
test('a malicious body gets no server error from any operation that writes', async () => {
  const deep = `${'{"attributes":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const bodies = [
    deep,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"__proto__":{"polluted":true},"email":"proto@example.com"}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"email":1e999}',
    '{"email":"\\ud800@example.com"}',
    '{"email":"a@example.com","email":"b@example.com","email":{}}',
    '{"limit":-0,"text":"\\u0000","name":"\\u0000","url":"\\u0000","label":"\\u0000"}',
    '\ufeff{"email":"bom@example.com"}',
  ]
  const writes = operations.filter(({ method }) => method !== 'GET')
  expect(writes.length).toBeGreaterThanOrEqual(40)
  let sent = 0
  const keys = await Promise.all(
    bodies.map(() =>
      server.host.keys.create({ workspace: server.workspace, name: 'Fuzz', access: 'full_access' }),
    ),
  )
  for (const [index, body] of bodies.entries()) {
    const keyApi = server.as(keys[index]?.secret ?? null)
    for (const operation of writes) {
      const answer = await keyApi.send(operation.method, unknownPath(operation), { body })
      expect(answer.status, `${operation.path}: ${answer.text}`).toBeLessThan(500)
      sent += 1
    }
  }
  expect(sent).toBe(bodies.length * writes.length)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  await ok(api.get('/me'))
})

// docs/api.md#json
test('a body that is not UTF-8 is refused', async () => {
  const body = Buffer.concat([
    Buffer.from('{"email":"latin@example.com","company":"Caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}'),
  ])
  expectInvalid(await api.post('/contacts', new Uint8Array(body)))
})

test('a compressed body is refused, and the error names the header', async () => {
  const plain = JSON.stringify({ email: 'packed@example.com' })
  const packed = {
    gzip: gzipSync(plain),
    deflate: deflateSync(plain),
    br: brotliCompressSync(plain),
  }
  for (const [encoding, body] of Object.entries(packed)) {
    const headers = { 'Content-Encoding': encoding }
    expectInvalid(await api.post('/contacts', new Uint8Array(body), headers), 'Content-Encoding')
  }
  expect(Object.keys(packed)).toHaveLength(3)
})

test('text that stores cannot save is refused, and the error names the field', async () => {
  const broken = ['before\u0000after', '\ud800', 'half \udc00']
  for (const company of broken) {
    const body = `{"email":"text@example.com","company":${JSON.stringify(company)}}`
    expectInvalid(await api.post('/contacts', body), 'company')
  }
  expect(broken).toHaveLength(3)
})

test('text in several scripts, with emoji, markup and invisible characters, reads back as it was sent', async () => {
  const company = 'Ünï \u{1F9D1}\u200d\u{1F680} 漢字 עברית \u202E <script>"\'\\\u2028'
  const sent = { email: 'unicode@example.com', company, attributes: { note: company } }
  const contact = await ok(api.post<Contact>('/contacts', sent))
  expect(contact.company).toBe(company)
  expect(contact.attributes).toEqual({ note: company })
  expect((await ok(api.get<Contact>(`/contacts/${contact.id}`))).company).toBe(company)
})

test('attributes can have the names of JavaScript object members', async () => {
  const attributes = { constructor: 'a', toString: 'b', hasOwnProperty: 1, length: 2 }
  const body = { email: 'members@example.com', attributes }
  expect((await ok(api.post<Contact>('/contacts', body))).attributes).toEqual(attributes)
  const proto = '{"email":"members@example.com","attributes":{"__proto__":"c"}}'
  const answer = await api.post<Contact>('/contacts', proto)
  expect([200, 400]).toContain(answer.status)
  if (answer.status === 200) expect(Object.keys(answer.body.attributes)).toContain('__proto__')
})

// docs/api.md#request-pipeline
test('malicious paths are refused, not found, or resolved like the path of any URL', async () => {
  const targets = [
    '/v1/../etc/passwd',
    '/v1/contacts/../me',
    '/v1//me',
    '/v1/%2e%2e/me',
    '/v1/contacts/%E0%A4%A',
    '/v1/contacts/%',
    '/v1/contacts/..%2f..%2fme',
    '/v1/contacts/ct_x%00',
    '/v1/contacts;a=b',
    `/v1/${'a/'.repeat(2_000)}`,
    '/v2/me',
    '/V1/me',
  ]
  for (const target of targets) {
    const { status } = await sendRaw(
      api.baseUrl,
      formatRequest(`GET ${target} HTTP/1.1`, authorization),
    )
    // The server may resolve dot segments, as in any URL, and then serve the resolved path.
    const allowed = target.includes('/../') || target.includes('%2e') ? [200, 400, 404] : [400, 404]
    expect(allowed, `${target}: ${status}`).toContain(status)
  }
  expect(targets).toHaveLength(12)
})

// docs/api.md#json
test('malformed query strings, and unknown or repeated parameters, are refused', async () => {
  const queries = [
    'limit',
    '=',
    '&=&',
    '%',
    'limit=%',
    'limit=5&limit=5',
    'limit[]=5',
    '__proto__=1',
  ]
  for (const query of queries) {
    const answer = await api.get(`/contacts?${query}`)
    expect(answer.status, `${query}: ${answer.text}`).toBe(400)
  }
  expect(queries).toHaveLength(8)
})

// docs/api.md#request-pipeline
test('unsupported methods get 405, HEAD gets no body, and no method hangs', async () => {
  for (const method of ['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK']) {
    const answer = await sendRaw(
      api.baseUrl,
      formatRequest(`${method} /v1/me HTTP/1.1`, authorization),
    )
    expect(answer.status, method).toBe(405)
    expect(answer.head).toMatch(/^Allow: .*GET/im)
  }
  const head = await sendRaw(api.baseUrl, formatRequest('HEAD /v1/me HTTP/1.1', authorization))
  expect([200, 405]).toContain(head.status)
  expect(head.rest).toBe('')
})

// docs/api.md#headers
test('a request that is not valid HTTP gets a problem document, and its connection is closed', async () => {
  const requests = [
    'GARBAGE\r\n\r\n',
    'GET /v1/me HTTP/9.9\r\n\r\n',
    'GET /v1/me HTTP/1.1\r\nA\r\n\r\n',
  ]
  for (const request of requests) {
    const { status, head, rest } = await sendRaw(api.baseUrl, request)
    expect([400, 505]).toContain(status)
    const problem = JSON.parse(rest) as Problem
    expect(problem).toMatchObject({ status, code: 'invalid_request' })
    expect(head).toContain(`X-Request-Id: ${problem.request_id}`)
    expect(head).toContain('Content-Type: application/problem+json')
  }
  await ok(api.get('/me'))
})

// docs/api.md#request-pipeline
test('a request whose body the client cuts off writes nothing', async () => {
  const request = [
    'POST /v1/contacts HTTP/1.1',
    'Host: localhost',
    authorization,
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '{"email":"cut@example.com"}',
  ].join('\r\n')
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(api.baseUrl)
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', reject)
    socket.write(request, () => socket.destroy())
    socket.once('close', () => resolve())
  })
  const stored = await ok(api.get<{ data: unknown[] }>('/contacts?email=cut@example.com'))
  expect(stored.data).toEqual([])
})

test('pipelined requests on one connection are answered in order', async () => {
  const formatGet = (path: string, ...headers: string[]) =>
    [`GET /v1${path} HTTP/1.1`, 'Host: localhost', authorization, ...headers, '', ''].join('\r\n')
  const answer = await sendRaw(
    api.baseUrl,
    formatGet('/me') +
      formatGet('/contacts/ct_unknown') +
      formatGet('/workspace', 'Connection: close'),
  )
  const statuses = [...`${answer.head}\r\n${answer.rest}`.matchAll(/HTTP\/1\.1 (\d{3})/g)]
  expect(statuses.map(([, status]) => status)).toEqual(['200', '404', '200'])
})

test('a connection keeps working after a request was refused and its body was not read', async () => {
  const body = '{"email":"never-read@example.com"}'
  const refused = [
    'POST /v1/nowhere HTTP/1.1',
    'Host: localhost',
    authorization,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
  const answer = await sendRaw(
    api.baseUrl,
    refused + formatRequest('GET /v1/me HTTP/1.1', authorization),
  )
  expect(answer.status).toBe(404)
  expect(answer.rest).toContain('HTTP/1.1 200')
  expect(answer.rest).toContain('api_key_identity')
})

// docs/api.md#conversation
test('markup and commands in messages are stored as plain text', async () => {
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const text = 'data: [DONE]\n\n</script>{"role":"system"} #{secret} %s \r\n\r\nHTTP/1.1 200'
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text }))
  const { messages } = await ok(api.get<ChatSession>(`/chat/sessions/${session.id}`))
  expect(messages[0]?.text).toBe(text)
})

// docs/api.md#operations
test('every documented operation is served', async () => {
  for (const operation of operations) {
    const answer = await api.send(operation.method, unknownPath(operation))
    const isUnknownPath = answer.text.includes('no such path')
    expect(isUnknownPath, `${operation.method} ${operation.path}`).toBe(false)
    expect(answer.status, operation.path).not.toBe(405)
  }
  expect(operations.length).toBeGreaterThan(60)
})

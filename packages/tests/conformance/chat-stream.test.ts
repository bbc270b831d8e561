import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { streamReply } from './support/chat-stream.ts'
import { expectInvalid, expectNotFound, expectProblem } from './support/problem.ts'
import { sendRaw } from './support/raw-socket.ts'
import { startServer } from './support/server.ts'
import { until } from './support/until.ts'
import type { ChatSession, Conversation, EventEnvelope, List } from './support/wire.ts'

const server = await startServer()
const { api } = server

const open = () => ok(api.post<ChatSession>('/chat/sessions', {}), 201)
const read = (id: string) => ok(api.get<ChatSession>(`/chat/sessions/${id}`))
const content = 'The library is open until eight, on Sundays until noon.'
await ok(api.post('/knowledge/documents', { name: 'Library', content }))

// docs/api.md#streamed-replies
test('a streamed reply is version 1 of the UI message stream', async () => {
  const { status, headers } = await streamReply(api, (await open()).id, 'Hello')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  expect(headers.get('service-version')).toBe('2026-10-12')
})

test('each event is one data line of JSON, the first is `start` and the last is `finish`, and then comes [DONE]', async () => {
  const { events, chunks, text } = await streamReply(api, (await open()).id, 'Hello')
  expect(events.at(-1)).toBe('[DONE]')
  expect(events.filter((event) => event === '[DONE]')).toHaveLength(1)
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(chunks.at(0)?.type).toBe('start')
  expect(chunks.at(-1)?.type).toBe('finish')
  for (const { type } of chunks) expect(type).toMatch(/^[a-z][a-z-]*$/)
})

test('the deltas add up to the stored message', async () => {
  const { id } = await open()
  const { chunks, message } = await streamReply(api, id, 'How long is the library open?')
  const deltas = chunks.filter(({ type }) => type === 'text-delta')
  expect(deltas.length).toBeGreaterThan(1)
  for (const { delta } of deltas) expect(typeof delta).toBe('string')
  const { messages } = await read(id)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(messages[1]?.text).toBe(message)
  expect(message).toContain('until eight')
})

test('all chunks of a text have one id, from `text-start` to `text-end`', async () => {
  const { chunks } = await streamReply(api, (await open()).id, 'Hello')
  const parts = chunks.filter(({ type }) => type.startsWith('text-'))
  expect(parts.at(0)?.type).toBe('text-start')
  expect(parts.at(-1)?.type).toBe('text-end')
  expect(new Set(parts.map(({ id }) => id)).size).toBe(1)
})

test('a tool call has its own chunks', async () => {
  const { chunks } = await streamReply(api, (await open()).id, 'How long is the library open?')
  const tools = chunks.filter(({ type }) => type.startsWith('tool-'))
  expect(tools.map(({ type }) => type)).toContain('tool-input-available')
  expect(tools.map(({ type }) => type)).toContain('tool-output-available')
  for (const tool of tools) expect(tool.toolCallId).toEqual(expect.any(String))
})

test('a streamed reply has no list of actions, but the transcript of the session names them', async () => {
  const session = await open()
  const { text } = await streamReply(api, session.id, 'I want to talk to a real person, please.')
  expect(text).not.toContain('"actions"')
  const after = await read(session.id)
  expect(after.status).toBe('handed_off')
  expect(after.messages[1]?.tools).toContain('handoff_requested')
  const { data } = await ok(api.get<List<EventEnvelope>>('/events?limit=5'))
  expect(data.map(({ type }) => type)).toContain('handoff.requested')
})

test('streamed and JSON replies form one transcript', async () => {
  const session = await open()
  await streamReply(api, session.id, 'Streamed question')
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text: 'Plain', stream: false }))
  const { messages } = await read(session.id)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  const path = `/conversations/${session.conversation}`
  expect((await ok(api.get<Conversation>(path))).message_count).toBe(4)
})

test('a refusal before the stream starts is a problem document', async () => {
  const { id } = await open()
  const path = `/chat/sessions/${id}/messages`
  expectInvalid(await api.post(path, { text: '', stream: true }), 'text')
  const unknown = '/chat/sessions/chs_unknown/messages'
  expectNotFound(await api.post(unknown, { text: 'Hello', stream: true }))
  const blind = await server.withScopes('contacts:read')
  const refused = await blind.post(path, { text: 'Hello', stream: true })
  expectProblem(refused, { status: 403, code: 'insufficient_scope' })
})

test('a stream is sent with chunked transfer encoding, up to the final empty chunk', async () => {
  const { id } = await open()
  const body = JSON.stringify({ text: 'Hello', stream: true })
  const answer = await sendRaw(
    api.baseUrl,
    [
      `POST /v1/chat/sessions/${id}/messages HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${server.api_key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  expect(answer.status).toBe(200)
  expect(answer.head.toLowerCase()).toContain('transfer-encoding: chunked')
  expect(answer.head.toLowerCase()).not.toContain('content-length')
  expect(answer.rest.endsWith('0\r\n\r\n')).toBe(true)
})

// docs/api.md#rate-limits
test('a streamed reply has the rate limit headers of heavy requests', async () => {
  const { headers } = await streamReply(api, (await open()).id, 'Hello')
  expect(headers.get('ratelimit-limit')).toBe('60')
  expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(60)
})

// docs/api.md#sending-a-message
test('a message is already in the transcript when its answer starts', async () => {
  const { id } = await open()
  const response = await fetch(`${api.baseUrl}/chat/sessions/${id}/messages`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${server.api_key}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ text: 'How long is the library open?', stream: true }),
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const { messages } = await read(id)
  expect(messages[0]).toMatchObject({ role: 'user', text: 'How long is the library open?' })
  while ((await reader?.read())?.done === false);
  expect((await read(id)).messages[0]).toEqual(messages[0])
})

// docs/api.md#streamed-replies
test('a turn is completed even if its client disconnects in the middle of the stream', async () => {
  const { id } = await open()
  const abort = new AbortController()
  const response = await fetch(`${api.baseUrl}/chat/sessions/${id}/messages`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${server.api_key}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ text: 'Going away', stream: true }),
    signal: abort.signal,
  })
  expect(response.status).toBe(200)
  abort.abort()
  await expect(response.text()).rejects.toThrow()
  // The turn continues without a reader, and holds the session until the turn is stored.
  await until('the stored turn', async () => (await read(id)).messages.length === 2)
  const { message } = await streamReply(api, id, 'Back again')
  const { messages } = await read(id)
  expect(messages.at(-1)?.text).toBe(message)
  expect(messages.length % 2).toBe(0)
  expect(messages.map(({ role }) => role)).toEqual(
    messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  )
})

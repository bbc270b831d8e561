import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectConflict, expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type {
  ChatReply,
  ChatSession,
  Contact,
  Conversation,
  EventEnvelope,
  List,
} from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const { api } = server

const open = (body: object = {}) => ok(api.post<ChatSession>('/chat/sessions', body), 201)
const say = (session: string, text: string) =>
  ok(api.post<ChatReply>(`/chat/sessions/${session}/messages`, { text }))
const read = (id: string) => ok(api.get<ChatSession>(`/chat/sessions/${id}`))
const conversationOf = ({ conversation }: ChatSession) =>
  ok(api.get<Conversation>(`/conversations/${conversation}?expand=messages`))
const actionsOf = ({ actions }: ChatReply) => actions.map(({ type }) => type)

// docs/api.md#chat-session
test('a new session is open and empty, and its conversation is stored', async () => {
  for (const body of [{}, undefined]) {
    const session = await ok(api.post<ChatSession>('/chat/sessions', body), 201)
    expect(session).toMatchObject({
      id: anId('chs_'),
      object: 'chat_session',
      conversation: anId('conv_'),
      channel: 'api',
      status: 'open',
      created_at: aTimestamp,
      updated_at: aTimestamp,
      messages: [],
    })
    expect(await read(session.id)).toEqual(session)
    const conversation = await conversationOf(session)
    expect(conversation).toMatchObject({ channel: 'api', message_count: 0, messages: [] })
  }
})

// docs/api.md#conversation
test('a conversation of the chat API has only the page that it was given', async () => {
  const bare = await conversationOf(await open())
  expect(bare).toMatchObject({ page_url: null, page_path: null, test: false, outcome: 'none' })
  const conversation = await conversationOf(
    await open({ page_url: 'https://acme.example/pricing?a=1' }),
  )
  expect(conversation).toMatchObject({
    page_url: 'https://acme.example/pricing?a=1',
    page_path: '/pricing',
  })
})

// docs/api.md#opening-a-session
test('a channel consists of lowercase letters, digits, _ and -', async () => {
  for (const channel of ['whats-app_2', 'a', '0']) {
    const session = await open({ channel })
    expect(session.channel).toBe(channel)
    expect((await conversationOf(session)).channel).toBe(channel)
  }
  for (const channel of ['', 'WhatsApp', 'a b', 'ä', 'a.b', 7, null]) {
    expectInvalid(await api.post('/chat/sessions', { channel }), 'channel')
  }
})

test('a new session accepts valid fields, and refuses invalid and unknown ones', async () => {
  await open({
    visitor: { email: 'ada@example.com', name: 'Ada Lovelace', external_id: 'crm-1' },
    context: { plan: 'x'.repeat(500), seats: 3, trial: true },
  })
  await open({ visitor: {}, context: {} })
  const bad = [
    ['visitor.email', { visitor: { email: 'nobody' } }],
    ['visitor.phone', { visitor: { phone: '1' } }],
    ['visitor', { visitor: 'Ada' }],
    ['context.plan', { context: { plan: 'x'.repeat(501) } }],
    ['context.tags', { context: { tags: ['a'] } }],
    ['context.nested', { context: { nested: {} } }],
    ['context.nothing', { context: { nothing: null } }],
    ['page_url', { page_url: 7 }],
    ['workspace', { workspace: 'ws_x' }],
  ] as const
  for (const [param, body] of bad) expectInvalid(await api.post('/chat/sessions', body), param)
  expect(bad).toHaveLength(9)
})

// docs/api.md#json-replies
test('a reply has every documented field', async () => {
  const { id } = await open()
  const reply = await say(id, 'Hello')
  expect(reply).toEqual({
    object: 'chat_reply',
    session: id,
    message: {
      id: anId('msg_'),
      role: 'assistant',
      text: expect.stringMatching(/\S/),
      created_at: aTimestamp,
    },
    actions: expect.any(Array),
    finish_reason: 'stop',
  })
})

// docs/api.md#chat-session
test('the session has the whole transcript', async () => {
  const session = await open()
  const replies = [
    await say(session.id, 'First question'),
    await say(session.id, 'Second question'),
  ]
  const { messages, updated_at } = await read(session.id)
  expect(messages.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'First question'],
    ['assistant', replies[0]?.message.text],
    ['user', 'Second question'],
    ['assistant', replies[1]?.message.text],
  ])
  for (const message of messages) {
    expect(message).toMatchObject({ id: anId('msg_'), created_at: aTimestamp })
  }
  expect(messages[1]?.id).toBe(replies[0]?.message.id)
  expect(updated_at > session.updated_at).toBe(true)
})

// docs/api.md#chat
test('a session has one conversation, which is listed and has the same messages', async () => {
  const session = await open()
  await say(session.id, 'Is this stored?')
  const conversation = await conversationOf(session)
  const { messages } = await read(session.id)
  expect(conversation.messages).toEqual(messages)
  expect(conversation).toMatchObject({ message_count: 2, preview: 'Is this stored?' })
  const { data } = await ok(api.get<List<Conversation>>('/conversations?limit=1'))
  expect(data[0]?.id).toBe(session.conversation)
})

// docs/api.md#sending-a-message
test('a message has 1 to 4,000 characters', async () => {
  const { id } = await open()
  const path = `/chat/sessions/${id}/messages`
  await say(id, 'x')
  await say(id, 'x'.repeat(4_000))
  const bad = [
    ['text', {}],
    ['text', { text: '' }],
    ['text', { text: 'x'.repeat(4_001) }],
    ['text', { text: null }],
    ['stream', { text: 'x', stream: 1 }],
    ['role', { text: 'x', role: 'assistant' }],
  ] as const
  for (const [param, body] of bad) expectInvalid(await api.post(path, body), param)
  expect(bad).toHaveLength(6)
  expect((await read(id)).messages).toHaveLength(4)
})

// docs/api.md#json-replies
test('a reply from the knowledge has the action searched_knowledge', async () => {
  const body = { name: 'Ferry', content: 'The ferry leaves from the northern pier at noon.' }
  await ok(api.post('/knowledge/documents', body))
  const { id } = await open()
  const reply = await say(id, 'When does the ferry leave?')
  expect(actionsOf(reply)).toContain('searched_knowledge')
  expect(reply.message.text).toContain('northern pier')
})

// docs/api.md#chat-session-states
test('a request for a person is recorded in the session, the conversation and the events', async () => {
  const session = await open()
  const reply = await say(session.id, 'I want to talk to a real person, please.')
  expect(actionsOf(reply)).toContain('handoff_requested')
  expect((await read(session.id)).status).toBe('handed_off')
  const conversation = await conversationOf(session)
  expect(conversation).toMatchObject({
    outcome: 'handoff',
    handoff: { requested_at: aTimestamp, reason: expect.stringMatching(/\S/) },
  })
  const events = await ok(api.get<List<EventEnvelope>>('/events?limit=5'))
  const handoff = events.data.find(({ type }) => type === 'handoff.requested')
  expect(handoff?.data.object?.id).toBe(session.conversation)
})

// docs/api.md#json-replies
test('a request for a meeting gets an offer, with the booking URL if there is one', async () => {
  const workspace = await openWorkspace(server)
  const ask = async () => {
    const session = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
    const path = `/chat/sessions/${session.id}/messages`
    const text = 'I would like to book a demo meeting'
    const reply = await ok(workspace.api.post<ChatReply>(path, { text }))
    return reply.actions.find(({ type }) => type === 'booking_offered')
  }
  await ok(workspace.api.patch('/agent', { booking: { enabled: true, url: null } }))
  expect(await ask()).toEqual({ type: 'booking_offered', booking_url: null })
  const url = 'https://cal.example.com/demo'
  await ok(workspace.api.patch('/agent', { booking: { enabled: true, url } }))
  expect(await ask()).toEqual({ type: 'booking_offered', booking_url: url })
})

test('if booking is off, a request for a meeting gets no offer', async () => {
  const workspace = await openWorkspace(server)
  const url = 'https://cal.example.com/demo'
  await ok(workspace.api.patch('/agent', { booking: { enabled: false, url } }))
  const session = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  const text = 'I would like to book a demo meeting'
  const reply = await ok(workspace.api.post<ChatReply>(path, { text }))
  expect(actionsOf(reply)).not.toContain('booking_offered')
  expect(reply.message.text).not.toContain(url)
})

// docs/api.md#chat-session-states
test('a meeting that is booked in the conversation sets the session to booked', async () => {
  const workspace = await openWorkspace(server)
  const session = await ok(workspace.api.post<ChatSession>('/chat/sessions', {}), 201)
  await workspace.site.book(session.conversation, 'booked@example.com')
  const path = `/chat/sessions/${session.id}`
  expect((await ok(workspace.api.get<ChatSession>(path))).status).toBe('booked')
})

// docs/api.md#conversation-outcomes
test('a visitor who gives a name and an email address becomes a lead and a contact', async () => {
  const session = await open()
  await say(session.id, 'I am Katherine Johnson, katherine@example.com')
  const conversation = await conversationOf(session)
  expect(conversation.outcome).toBe('lead')
  expect(conversation.lead).toMatchObject({
    first_name: 'Katherine',
    last_name: 'Johnson',
    email: 'katherine@example.com',
  })
  const contact = await ok(api.get<Contact>(`/contacts/${conversation.contact}`))
  expect(contact).toMatchObject({ email: 'katherine@example.com', source: 'chat' })
})

// docs/api.md#contact
test('a contact from a chat is verified if the session was opened with its email address, and not if the visitor only typed it', async () => {
  const vouched = await open({ visitor: { email: 'mary@example.com', name: 'Mary Jackson' } })
  await say(vouched.id, 'I am Mary Jackson, mary@example.com')
  const claimed = await open()
  await say(claimed.id, 'I am Margaret Hamilton, margaret@example.com')
  const contactOf = async (session: ChatSession) => {
    const { contact } = await conversationOf(session)
    return ok(api.get<Contact>(`/contacts/${contact}`))
  }
  expect((await contactOf(vouched)).identity_verified).toBe(true)
  expect((await contactOf(claimed)).identity_verified).toBe(false)
})

// docs/api.md#opening-a-session
test('an identified visitor who wants a meeting is not asked for an email address', async () => {
  const visitor = { email: 'dorothy@example.com', name: 'Dorothy Vaughan' }
  await ok(api.patch('/agent', { booking: { enabled: true } }))
  const { id } = await open({ visitor })
  const reply = await say(id, 'I would like to book a meeting')
  expect(actionsOf(reply)).toContain('booking_offered')
  expect(reply.message.text).not.toMatch(/email/i)
})

// docs/api.md#chat-session
test('an unknown session, or one of another workspace, is not found', async () => {
  const { id } = await open()
  expectNotFound(await api.post('/chat/sessions/chs_0/messages', { text: 'Hello' }))
  expectNotFound(await server.testApi.get(`/chat/sessions/${id}`))
  expectNotFound(await server.testApi.post(`/chat/sessions/${id}/messages`, { text: 'Hello' }))
  expect((await read(id)).messages).toEqual([])
})

// docs/api.md#chat
test('sessions that are opened at the same time have separate conversations', async () => {
  const sessions = await Promise.all(Array.from({ length: 20 }, () => open()))
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(20)
  expect(new Set(sessions.map(({ conversation }) => conversation)).size).toBe(20)
})

// docs/api.md#sending-a-message
test('messages sent to one session at the same time leave a transcript of complete turns', async () => {
  const { id } = await open()
  const path = `/chat/sessions/${id}/messages`
  const texts = Array.from({ length: 8 }, (_, index) => `Question ${index}`)
  const answers = await Promise.all(texts.map((text) => api.post<ChatReply>(path, { text })))
  const answered = answers.filter(({ status }) => status === 200)
  expect(answered.length).toBeGreaterThan(0)
  for (const answer of answers) if (answer.status !== 200) expectConflict(answer)
  const { messages } = await read(id)
  expect(messages.map(({ role }) => role)).toEqual(answered.flatMap(() => ['user', 'assistant']))
  const replied = answered.map(({ body }) => body.message.id).sort()
  const assistants = messages.filter(({ role }) => role === 'assistant')
  expect(assistants.map((message) => message.id).sort()).toEqual(replied)
})

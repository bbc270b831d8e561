import { Conversation } from '@doorkit/models'
import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { messages } from '../../src/collections/message.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

const agent = agentOf(async function* (turn) {
  const text = turn.messages.at(-1)?.text ?? ''
  if (text.includes('@')) {
    await turn.tools.save_lead.execute({ email: text, name: 'Ada Lovelace' })
  }
  yield* textChunks('I see.')
})

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore(), agent })
  const call = caller(kit)
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = (session: { id: string }, text: string) =>
    call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } })
  return { kit, call, open, say }
}

describeOverMemory('a conversation', (openStore) => {
  test('of the chat API shows its lead, and that it has no booking and no handoff', async () => {
    const { kit, call, open, say } = await setUp(openStore)
    const session = await open({
      page_url: 'https://acme.example/pricing?a=1',
      channel: 'whatsapp',
    })
    kit.clock.advance(1_000)
    await say(session, 'Ada@Example.com')
    const { status, json } = await call('GET', `/conversations/${session.conversation}`)
    const [contact] = (await call('GET', '/contacts')).json.data
    expect(status).toBe(200)
    expect(Conversation.parse(json)).toEqual({
      id: session.conversation,
      object: 'conversation',
      page_url: 'https://acme.example/pricing?a=1',
      page_path: '/pricing',
      channel: 'whatsapp',
      link: null,
      outcome: 'lead',
      message_count: 2,
      preview: 'Ada@Example.com',
      contact: contact.id,
      lead: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        captured_at: '2026-10-12T09:30:01.000Z',
      },
      booking: null,
      team: { state: 'agent', since: null, person: null },
      handoff: null,
      visitor: { device: null, country: null, source: null, utm: {}, ai_referred: null },
      opening: { experiment: null, variant: null },
      evaluation: null,
      test: false,
      started_at: '2026-10-12T09:30:00.000Z',
      // Later than the question, although the clock did not move.
      updated_at: '2026-10-12T09:30:01.001Z',
      completed_at: null,
    })
  })

  test('shows its messages in order, and their number', async () => {
    const { call, open, say } = await setUp(openStore)
    const session = await open()
    for (const text of ['one', 'two', 'three']) await say(session, text)
    const path = `/conversations/${session.conversation}?expand=messages`
    const { json } = await call('GET', path)
    expect(json.message_count).toBe(6)
    expect(json.messages.map(({ text }: { text: string }) => text)).toEqual([
      'one',
      'I see.',
      'two',
      'I see.',
      'three',
      'I see.',
    ])
    expect(json.messages[0]).toEqual({
      id: expect.stringMatching(/^msg_/),
      role: 'user',
      text: 'one',
      created_at: '2026-10-12T09:30:00.000Z',
      tools: [],
    })
    expect(json.messages[1].role).toBe('assistant')
  })

  test('with 1,010 messages is shown completely', async () => {
    const { kit, call } = await setUp(openStore)
    const record = kit.doorkit.record(kit.workspace.id)
    const id = await record.conversations.start({})
    for (let at = 0; at < 1_010; at += 1) {
      await record.conversations.message(id, { role: 'user', text: `message ${at}` })
    }
    const { json } = await call('GET', `/conversations/${id}?expand=messages`)
    const texts = json.messages.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(Array.from({ length: 1_010 }, (_, at) => `message ${at}`))
  })
})

test('a list that the client does not read loads four pages of messages, however long its transcripts are', async () => {
  const store = memoryStore()
  let rows = 0
  const counted: Store = {
    ...store,
    async list(query) {
      const found = await store.list(query)
      if (query.in === messages.plan.name) rows += found.length
      return found
    },
  }
  const { kit, open, say } = await setUp(() => counted)
  for (const channel of ['a', 'b', 'c']) {
    const session = await open({ channel })
    for (let turn = 0; turn < 60; turn++) await say(session, 'x'.repeat(2_000))
    // The minute of the rate limit ends.
    kit.clock.advance(60_000)
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  rows = 0
  const response = await kit.doorkit.fetch('http://localhost/v1/conversations?expand=messages', {
    headers,
  })
  // The last 20 of the first transcript, and three pages before them.
  expect(rows).toBe(80)
  const { data } = (await response.json()) as { data: { messages: unknown[] }[] }
  expect(data.map(({ messages }) => messages.length)).toEqual([120, 120, 120])
  expect(rows).toBe(360)
})

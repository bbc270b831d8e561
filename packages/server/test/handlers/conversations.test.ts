import { Conversation } from '@doorkit/models'
import { expect, test } from 'vitest'
import { agentOf, spoken } from '../support/agents.ts'
import { goodEvaluation as evaluation } from '../support/evaluation.ts'
import { type Call, caller, createKit } from '../support/kit.ts'
import { idsOf, walk } from '../support/pages.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

const agent = agentOf((turn) => {
  const text = turn.messages.at(-1)?.text ?? ''
  if (text.includes('@')) {
    turn.tools.captureLead({ email: text, firstName: 'Ada', lastName: 'Lovelace' })
  }
  if (text === 'person') turn.tools.requestHandoff('wants to talk')
  return spoken('I see.')
})

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore(), agent })
  const call = caller(kit)
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = (session: { id: string }, text: string) =>
    call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } })
  const withScopes = async (...scopes: ('conversations:read' | 'contacts:read')[]) => {
    const key = await kit.doorkit.keys.create({ workspace: kit.workspace.id, name: 'R', scopes })
    return caller({ ...kit, key })
  }
  return { kit, call, open, say, withScopes }
}

const listed = async (call: Call, query = '') =>
  idsOf((await call('GET', `/conversations${query}`)).json.data)

describeForEachStore('a conversation', (openStore) => {
  test('of the chat API shows what happened in it', async () => {
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
      handoff: null,
      visitor: { device: null, country: null, source: null, utm: {}, ai_referred: null },
      opening: { experiment: null, variant: null },
      evaluation: null,
      test: false,
      started_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:01.000Z',
      completed_at: null,
    })
  })

  test('counts as many messages as it has', async () => {
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

  test('with more than a page of messages is shown whole', async () => {
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

  test('of another workspace is not found', async () => {
    const { kit, open } = await setUp(openStore)
    const { conversation } = await open()
    const { call: other } = await kit.anotherWorkspace()
    expect((await other('GET', `/conversations/${conversation}`)).status).toBe(404)
    expect(await listed(other)).toEqual([])
  })
})

describeForEachStore('without contacts:read', (openStore) => {
  test('names, emails and the contact are null, and the time of the lead stays', async () => {
    const { kit, open, say, withScopes } = await setUp(openStore)
    const session = await open()
    await say(session, 'ada@example.com')
    await kit.doorkit.record(kit.workspace.id).meetings.book({
      conversation: session.conversation,
      provider: 'cal.com',
      start_at: '2026-11-01T10:00:00Z',
      end_at: '2026-11-01T10:30:00Z',
      invitee: { name: 'Ada', email: 'ada@example.com' },
    })
    const call = await withScopes('conversations:read')
    const one = (await call('GET', `/conversations/${session.conversation}`)).json
    expect(one).toMatchObject({
      contact: null,
      lead: {
        first_name: null,
        last_name: null,
        email: null,
        captured_at: '2026-10-12T09:30:00.000Z',
      },
      booking: { booker_email: null, start_at: '2026-11-01T10:00:00.000Z' },
      outcome: 'meeting',
    })
    expect((await call('GET', '/conversations')).json.data).toEqual([one])
  })

  test('transcripts still hold what the visitor typed', async () => {
    const { open, say, withScopes } = await setUp(openStore)
    const session = await open()
    await say(session, 'ada@example.com')
    const call = await withScopes('conversations:read')
    const { json } = await call('GET', `/conversations/${session.conversation}?expand=messages`)
    expect(json.messages[0].text).toBe('ada@example.com')
  })

  test('contacts:read alone does not read conversations', async () => {
    const { withScopes } = await setUp(openStore)
    const call = await withScopes('contacts:read')
    expect((await call('GET', '/conversations')).json.code).toBe('insufficient_scope')
  })
})

describeForEachStore('expand', (openStore) => {
  test('adds the messages to one and to each of a list, in both spellings', async () => {
    const { call, open, say } = await setUp(openStore)
    const session = await open()
    await say(session, 'Hello')
    const one = `/conversations/${session.conversation}`
    expect((await call('GET', one)).json).not.toHaveProperty('messages')
    expect((await call('GET', '/conversations')).json.data[0]).not.toHaveProperty('messages')
    for (const query of ['expand=messages', 'expand[]=messages', 'expand%5B%5D=messages']) {
      expect.soft((await call('GET', `${one}?${query}`)).json.messages).toHaveLength(2)
      const { data } = (await call('GET', `/conversations?${query}`)).json
      expect.soft(data[0].messages, query).toHaveLength(2)
    }
  })
})

describeForEachStore('GET /conversations', (openStore) => {
  test('lists the newest first, and the last changed first with updated_since', async () => {
    const { kit, call, open, say } = await setUp(openStore)
    const sessions = []
    for (let at = 0; at < 3; at += 1) {
      sessions.push(await open())
      kit.clock.advance(1_000)
    }
    const [first, second, third] = sessions.map(({ conversation }) => conversation)
    await say(sessions[0], 'Hello')
    expect(await listed(call)).toEqual([third, second, first])
    const since = (time: string) => listed(call, `?updated_since=${time}`)
    expect(await since('2026-10-12T09:30:00Z')).toEqual([first, third, second])
    expect(await since('2026-10-12T09:30:02Z')).toEqual([first, third])
    expect(await since('2026-10-12T09:30:03.001Z')).toEqual([])
  })

  test('created_since is inclusive and looks at the start', async () => {
    const { kit, call, open, say } = await setUp(openStore)
    const old = await open()
    kit.clock.advance(1_000)
    const young = await open()
    await say(old, 'Hello')
    expect(await listed(call, '?created_since=2026-10-12T09:30:01Z')).toEqual([young.conversation])
    expect(await listed(call, '?created_since=2026-10-12T09:30:00Z')).toHaveLength(2)
  })

  test('filters by lead, by grade and by preview', async () => {
    const { kit, call, open, say } = await setUp(openStore)
    const { conversations } = kit.doorkit.record(kit.workspace.id)
    const lead = await open()
    await say(lead, 'ada@example.com')
    const plain = await open()
    const graded = await conversations.start({})
    await conversations.message(graded, { role: 'user', text: 'Hello' })
    await conversations.grade(graded, evaluation)
    const preview = await conversations.start({ test: true })
    expect(await listed(call)).toEqual([graded, plain.conversation, lead.conversation])
    expect(await listed(call, '?has_lead=true')).toEqual([lead.conversation])
    expect(await listed(call, '?has_lead=false')).toEqual([graded, plain.conversation])
    expect(await listed(call, '?graded=true')).toEqual([graded])
    expect(await listed(call, '?graded=true&has_lead=true')).toEqual([])
    expect(await listed(call, '?include_test=true')).toContain(preview)
    expect(await listed(call, '?include_test=false')).not.toContain(preview)
  })

  test('pages hold each once, and a cursor does not fit the other order', async () => {
    const { call, open } = await setUp(openStore)
    for (let at = 0; at < 12; at += 1) await open()
    const all = await listed(call, '?limit=100')
    const pages = await walk(call, '/conversations?limit=5', () => open())
    expect(idsOf(pages.flat())).toEqual(all)
    const { next_cursor } = (await call('GET', '/conversations?limit=5')).json
    const other = `?updated_since=2026-10-12T09:30:00Z&starting_after=${next_cursor}`
    const { status, json } = await call('GET', `/conversations${other}`)
    expect([status, json.param]).toEqual([400, 'starting_after'])
  })
})

import { ChatReply } from '@doorkit/models'
import { expect, test } from 'vitest'
import type { AgentTurn } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = ({ id }: { id: string }, text: string, more: object = {}) =>
    call('POST', `/chat/sessions/${id}/messages`, { body: { text, ...more } })
  return { kit, call, open, say }
}

describeOverMemory('a message', (openStore) => {
  test('is answered, and both messages are stored', async () => {
    const { kit, call, open, say } = await setUp(openStore, {
      agent: agentOf(() => textChunks('Hello there.')),
    })
    const session = await open()
    kit.clock.advance(1_000)
    const { status, json } = await say(session, 'Hello')
    expect(status).toBe(200)
    expect(ChatReply.parse(json)).toEqual({
      object: 'chat_reply',
      session: session.id,
      message: {
        id: expect.stringMatching(/^msg_/),
        role: 'assistant',
        text: 'Hello there.',
        created_at: '2026-10-12T09:30:01.000Z',
      },
      actions: [],
      finish_reason: 'stop',
    })
    const read = (await call('GET', `/chat/sessions/${session.id}`)).json
    // Later than the question, although the clock did not move.
    expect(read.updated_at).toBe('2026-10-12T09:30:01.001Z')
    expect(read.messages).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        role: 'user',
        text: 'Hello',
        created_at: '2026-10-12T09:30:01.000Z',
        tools: [],
      },
      { ...json.message, tools: [] },
    ])
  })

  // docs/api.md#opening-a-session
  test('gives the agent the transcript, the visitor and the context', async () => {
    const turns: AgentTurn[] = []
    const agent = agentOf((turn) => {
      turns.push(turn)
      return textChunks(`Answer ${turns.length}`)
    })
    const { open, say } = await setUp(openStore, { agent })
    const session = await open({
      visitor: { email: 'Ada@Example.com', name: 'Ada' },
      context: { plan: 'pro' },
    })
    await say(session, 'One')
    await say(session, 'Two')
    expect(turns[1]).toMatchObject({
      workspace: { name: 'Acme', website: 'https://acme.example' },
      visitor: { name: 'Ada', email: 'ada@example.com' },
      context: { plan: 'pro' },
    })
    expect(turns[1]?.messages.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: One',
      'assistant: Answer 1',
      'user: Two',
    ])
  })
})

describeOverMemory('the actions of the agent in a turn', (openStore) => {
  const agent = agentOf(async function* ({ messages, tools }) {
    const text = messages.at(-1)?.text ?? ''
    if (text.includes('look')) await tools.search_knowledge.execute({ query: 'prices' })
    if (text.includes('person')) {
      await tools.request_handoff?.execute({ reason: 'asked_for_person', note: 'wants a person' })
    }
    if (text.includes('meet')) await tools.offer_meeting?.execute({})
    if (text.includes('@')) {
      await tools.save_lead.execute({ email: text, name: 'Ada' }).catch((error) => {
        expect(error).toMatchObject({ name: 'ToolError', code: 'invalid_input' })
      })
    }
    yield* textChunks('Done.')
  })

  test('are shown in the answer', async () => {
    const { kit, open, say } = await setUp(openStore, { agent })
    const session = await open()
    const actionsAfter = async (text: string) => (await say(session, text)).json.actions
    expect(await actionsAfter('hello')).toEqual([])
    expect(await actionsAfter('look')).toEqual([{ type: 'searched_knowledge' }])
    expect(await actionsAfter('meet')).toEqual([])
    await kit.doorkit.workspaces.update(kit.workspace.id, {
      agent: { booking: { enabled: true, url: 'https://cal.example/acme' } },
    })
    expect(await actionsAfter('meet and look')).toEqual([
      { type: 'searched_knowledge' },
      { type: 'booking_offered', booking_url: 'https://cal.example/acme' },
    ])
  })

  test('a handoff is recorded and emitted once per conversation', async () => {
    const { call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    expect((await say(session, 'person')).json.actions).toEqual([{ type: 'handoff_requested' }])
    expect((await say(session, 'person')).json.actions).toEqual([])
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('handed_off')
    expect((await call('GET', `/conversations/${session.conversation}`)).json).toMatchObject({
      outcome: 'handoff',
      handoff: { requested_at: '2026-10-12T09:30:00.000Z', reason: 'wants a person' },
    })
    const { data } = (await call('GET', '/events')).json
    const types = data.map(({ type }: { type: string }) => type)
    expect(types.sort()).toEqual(['conversation.started', 'handoff.requested'])
  })

  test('a lead overwrites no known details', async () => {
    const { call, open, say } = await setUp(openStore, { agent })
    const body = { email: 'ada@example.com', first_name: 'Augusta', company: 'Analytical' }
    const { json } = await call('POST', '/contacts', { body })
    await say(await open(), 'ada@example.com')
    expect((await call('GET', `/contacts/${json.id}`)).json).toMatchObject({
      first_name: 'Augusta',
      company: 'Analytical',
      source: 'api',
    })
  })

  test('an invalid address creates no lead', async () => {
    const { call, open, say } = await setUp(openStore, { agent })
    for (const text of ['@', 'ada@', 'ada@localhost', 'a..b@example.com', 'a b@example.com']) {
      expect.soft((await say(await open(), text)).status, text).toBe(200)
    }
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    expect((await call('GET', '/conversations?has_lead=true')).json.data).toEqual([])
  })

  test('a repeated lead emits one event', async () => {
    const { call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    await say(session, 'ada@example.com')
    await say(session, 'ADA@example.com')
    const { data } = (await call('GET', '/events')).json
    const leads = data.filter(({ type }: { type: string }) => type === 'lead.captured')
    expect(leads).toHaveLength(1)
  })

  test('a booked meeting makes the session booked, and a later handoff does not change that', async () => {
    const { kit, call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    await say(session, 'meet')
    await kit.doorkit.record(kit.workspace.id).meetings.book({
      conversation: session.conversation,
      provider: 'cal.com',
      start_at: '2026-11-01T10:00:00Z',
      end_at: '2026-11-01T10:30:00Z',
      invitee: { name: 'Ada', email: 'ada@example.com' },
    })
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('booked')
    await say(session, 'person')
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('booked')
  })
})

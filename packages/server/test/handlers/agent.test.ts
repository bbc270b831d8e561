import { AgentSettings } from '@doorkit/models'
import { expect, test } from 'vitest'
import { sources } from '../../src/collections/knowledge-source.ts'
import type { AgentTurn } from '../../src/index.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  return { ...kit, call: caller(kit) }
}

const timeAt = (milliseconds: number) => new Date(testStart + milliseconds).toISOString()

const page = {
  url: 'https://acme.example/faq',
  section: null,
  title: 'FAQ',
  error: null,
  characters: 10,
  chunks: 1,
  read_at: testStart,
  asked: 1,
}

const priceDocument = {
  body: { name: 'Prices', content: 'A seat costs five euros a month.' },
} as const

describeOverMemory('agent settings', (openStore) => {
  test('a new workspace has an agent that is live', async () => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('GET', '/agent')
    expect(status).toBe(200)
    expect(AgentSettings.parse(json)).toEqual({
      object: 'agent',
      live: true,
      name: 'Assistant',
      instructions: '',
      tone: 'friendly',
      language: 'auto',
      handoff: { enabled: true, email: null },
      booking: { enabled: false, url: null },
      updated_at: timeAt(0),
    })
  })

  test('a change of handoff or booking keeps the fields that it leaves out', async () => {
    const { call } = await setUp(openStore)
    await call('PATCH', '/agent', { body: { handoff: { email: 'team@acme.example' } } })
    const { json } = await call('PATCH', '/agent', {
      body: { handoff: { enabled: false }, booking: { url: 'https://cal.example/acme' } },
    })
    expect(json.handoff).toEqual({ enabled: false, email: 'team@acme.example' })
    expect(json.booking).toEqual({ enabled: false, url: 'https://cal.example/acme' })
    const cleared = await call('PATCH', '/agent', { body: { booking: { url: null } } })
    expect(cleared.json.booking).toEqual({ enabled: false, url: null })
    expect(cleared.json.handoff).toEqual(json.handoff)
  })

  test('simultaneous changes are all stored', async () => {
    const { call } = await setUp(openStore)
    const bodies = [
      { name: 'Ava' },
      { tone: 'neutral' },
      { handoff: { email: 'team@acme.example' } },
      { handoff: { enabled: false } },
    ]
    const answers = await Promise.all(bodies.map((body) => call('PATCH', '/agent', { body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await call('GET', '/agent')).json).toMatchObject({
      name: 'Ava',
      tone: 'neutral',
      handoff: { enabled: false, email: 'team@acme.example' },
    })
  })

  test('the host changes the agent in code, field by field', async () => {
    const { call, doorkit, workspace, clock } = await setUp(openStore)
    clock.advance(1_000)
    await doorkit.workspaces.update(workspace.id, { agent: { handoff: { enabled: false } } })
    const { agent } = await doorkit.workspaces.update(workspace.id, {
      agent: { instructions: 'Be brief.', name: undefined },
    })
    expect(agent).toMatchObject({
      name: 'Assistant',
      instructions: 'Be brief.',
      handoff: { enabled: false, email: null },
    })
    const changed = (await call('GET', '/agent')).json.updated_at
    expect(changed).toBe(timeAt(1_001))
    clock.advance(1_000)
    await doorkit.workspaces.update(workspace.id, { name: 'Acme Inc.' })
    expect((await call('GET', '/agent')).json.updated_at).toBe(changed)
  })
})

describeOverMemory('agent settings, live', (openStore) => {
  test('the agent can go live with a ready page, but not with only failed and pending ones', async () => {
    const { call, store, workspace } = await setUp(openStore)
    const add = (id: string, status: 'failed' | 'pending' | 'ready') => {
      const columns = { workspace: workspace.id, status, created_at: testStart }
      return store.commit([sources.insert(id, { ...columns, due_at: null, lease: null }, page)])
    }
    await call('PATCH', '/agent', { body: { live: false } })
    await add('src_1', 'failed')
    await add('src_2', 'pending')
    expect((await call('PATCH', '/agent', { body: { live: true } })).status).toBe(409)
    await add('src_3', 'ready')
    expect((await call('PATCH', '/agent', { body: { live: true } })).status).toBe(200)
  })

  test('the agent cannot go live with the knowledge of another workspace', async () => {
    const { call, anotherWorkspace } = await setUp(openStore)
    const { key } = await anotherWorkspace()
    await call('POST', '/knowledge/documents', { ...priceDocument, secret: key.secret })
    await call('PATCH', '/agent', { body: { live: false } })
    expect((await call('PATCH', '/agent', { body: { live: true } })).status).toBe(409)
  })

  test('an agent that is live can stay live without any knowledge', async () => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('PATCH', '/agent', { body: { live: true, name: 'Ava' } })
    expect([status, json.live, json.name]).toEqual([200, true, 'Ava'])
  })
})

describeOverMemory('The agent receives its settings', (openStore) => {
  async function talk(options: KitOptions, body: object, text: string) {
    const kit = await setUp(openStore, options)
    await kit.call('PATCH', '/agent', { body })
    const session = await kit.call('POST', '/chat/sessions', { body: {} })
    const path = `/chat/sessions/${session.json.id}`
    const reply = await kit.call('POST', `${path}/messages`, { body: { text } })
    const status = (await kit.call('GET', path)).json.status
    const events = (await kit.call('GET', '/events')).json.data
    return { reply: reply.json, status, types: events.map(({ type }: { type: string }) => type) }
  }

  test('a turn has the name, instructions, tone, language, handoff and booking settings', async () => {
    const turns: AgentTurn['agent'][] = []
    const agent = {
      async *reply(turn: AgentTurn) {
        turns.push(turn.agent)
        yield { type: 'text-delta', id: 'a', delta: 'Hi.' } as const
      },
    }
    const settings = { name: 'Ava', instructions: 'Be brief.', tone: 'formal', language: 'de' }
    await talk({ agent }, { ...settings, handoff: { email: 'team@acme.example' } }, 'Hello')
    expect(turns).toEqual([
      { ...settings, handoff: { enabled: true, hours: null }, booking: { enabled: false } },
    ])
  })

  test('the agent offers a meeting with the booking URL', async () => {
    const booking = { enabled: true, url: 'https://cal.example/acme' }
    const { reply } = await talk({}, { booking }, 'Can I book a meeting?')
    expect(reply.actions).toEqual([{ type: 'booking_offered', booking_url: booking.url }])
    expect(reply.message.text).toContain(booking.url)
  })

  test('with booking off, the agent searches for an answer and offers no meeting, even with a booking URL', async () => {
    const booking = { enabled: false, url: 'https://cal.example/acme' }
    const { reply } = await talk({}, { booking }, 'Can I book a meeting?')
    expect(reply.actions).toEqual([{ type: 'searched_knowledge' }])
    expect(reply.message.text).toMatch(/^Meetings cannot be booked in this chat\./)
  })

  test('with handoff on, a request for a person is recorded', async () => {
    const { reply, status, types } = await talk({}, {}, 'I want to talk to a human')
    expect(reply.actions).toEqual([{ type: 'handoff_requested' }])
    expect([status, types]).toEqual(['handed_off', ['handoff.requested', 'conversation.started']])
  })

  test('with handoff off, a request for a person is answered after a search, and not recorded', async () => {
    const off = { handoff: { enabled: false } }
    const { reply, status, types } = await talk({}, off, 'I want to talk to a human')
    expect(reply.actions).toEqual([{ type: 'searched_knowledge' }])
    expect(reply.message.text).toMatch(/^Nobody can take over/)
    expect([status, types]).toEqual(['open', ['conversation.started']])
  })

  test('with handoff off, the agent has no tool for a handoff', async () => {
    const agent = {
      async *reply({ tools }: AgentTurn) {
        expect(Object.keys(tools)).toEqual(['search_knowledge', 'save_lead'])
        await tools.request_handoff?.execute({ reason: 'asked_for_person' })
        yield { type: 'text-delta', id: 'a', delta: 'One moment.' } as const
      },
    }
    const off = { handoff: { enabled: false } }
    const { reply, status } = await talk({ agent }, off, 'A human, please')
    expect([reply.actions, status]).toEqual([[], 'open'])
  })
})

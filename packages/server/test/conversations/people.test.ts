import { expect, test } from 'vitest'
import type { AgentTurn } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { caller, type KitOptions } from '../support/kit.ts'
import { createSiteKit, openPage } from '../support/site.ts'
import { describeOverMemory, describeOverStores } from '../support/stores.ts'

const grace = { id: 'user-7', name: 'Grace' }
const tom = { id: 'user-8', name: 'Tom' }

async function setUp(options: KitOptions = {}) {
  const turns: AgentTurn[] = []
  const agent = agentOf(async function* (turn) {
    turns.push(turn)
    if (turn.messages.at(-1)?.text.includes('person')) {
      await turn.tools.request_handoff?.execute({ reason: 'asked_for_person' })
    }
    yield* textChunks('Of course.')
  })
  const kit = await createSiteKit({ agent, ...options })
  const call = caller(kit)
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const id: string = session.conversation
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call('POST', path, { body, headers })
  return {
    ...kit,
    call,
    turns,
    id,
    people: kit.doorkit.people(kit.workspace.id),
    record: kit.doorkit.record(kit.workspace.id).conversations,
    say: (text: string) => post(`/chat/sessions/${session.id}/messages`, { text }),
    act: (name: string, body: object, headers?: Record<string, string>) =>
      post(`/conversations/${id}/${name}`, body, headers),
    session: async () => (await call('GET', `/chat/sessions/${session.id}`)).json,
    events: async (): Promise<string[]> =>
      (await call('GET', '/events')).json.data.map(({ type }: { type: string }) => type).reverse(),
  }
}

describeOverMemory('a handoff', (store) => {
  // docs/api.md#answering-in-person
  test('is requested only once until a person has joined and left, and then once more', async () => {
    const { say, people, id, events } = await setUp({ store: store() })
    await say('A person, please.')
    await say('A person!')
    await people.join(id, grace)
    await people.leave(id, grace)
    const again = await say('A person again, please.')
    expect(again.json.actions).toEqual([{ type: 'handoff_requested' }])
    const asked = (await events()).filter((type) => type === 'handoff.requested')
    expect(asked).toHaveLength(2)
  })
})

describeOverMemory('a person in a conversation', (store) => {
  // docs/api.md#answering-in-person
  test('answers in place of the agent, from joining to leaving', async () => {
    const { say, act, session, turns, events } = await setUp({ store: store() })
    await say('A person, please.')
    expect(await session()).toMatchObject({ status: 'handed_off', team: { state: 'waiting' } })
    expect((await say('Are you there?')).json).toMatchObject({ message: { text: 'Of course.' } })
    const joined = await act('join', { person: grace })
    expect([joined.status, joined.json.team]).toMatchObject([
      200,
      { state: 'person', person: grace },
    ])
    expect((await say('Hello?')).json).toMatchObject({
      message: { text: '' },
      actions: [],
      finish_reason: 'handed_off',
    })
    expect(turns).toHaveLength(2)
    const sent = await act('messages', { person: grace, text: 'I am Grace.' })
    expect([sent.status, sent.json]).toMatchObject([
      201,
      { role: 'assistant', text: 'I am Grace.', author: { kind: 'person', ...grace } },
    ])
    const left = await act('leave', { person: grace })
    expect(left.json.team).toMatchObject({ state: 'agent', person: null })
    expect(await session()).toMatchObject({ status: 'open', team: { state: 'agent' } })
    expect((await say('Thanks.')).json.message.text).toBe('Of course.')
    expect(turns.at(-1)?.messages.slice(-3)).toMatchObject([
      { role: 'user', text: 'Hello?' },
      { role: 'assistant', author: { kind: 'person', ...grace } },
      { role: 'user', text: 'Thanks.' },
    ])
    expect(await events()).toEqual(['conversation.started', 'handoff.requested', 'message.created'])
  })

  // docs/api.md#answering-in-person
  test('excludes others: they learn who has joined, and can neither write nor leave', async () => {
    const { act, id, people } = await setUp({ store: store() })
    const early = await act('messages', { person: tom, text: 'Hello' })
    expect([early.status, early.json.code]).toEqual([409, 'conflict'])
    await act('join', { person: grace })
    for (const [name, more] of [
      ['join', {}],
      ['messages', { text: 'Hi' }],
      ['leave', {}],
    ] as const) {
      const { status, json } = await act(name, { person: tom, ...more })
      expect([name, status, json.code]).toEqual([name, 409, 'conflict'])
      expect(json.detail).toContain('Grace (user-7)')
    }
    await expect(people.join(id, tom)).rejects.toMatchObject({ code: 'conflict' })
    expect((await act('join', { person: grace })).status).toBe(200)
  })

  // docs/api.md#answering-in-person
  test('acts once under one idempotency key over HTTP, and under one report id in code', async () => {
    const { act, session, id, people } = await setUp({ store: store() })
    await act('join', { person: grace })
    const headers = { 'Idempotency-Key': 'said-1' }
    const body = { person: grace, text: 'Hello' }
    const [first, again] = [
      await act('messages', body, headers),
      await act('messages', body, headers),
    ]
    expect(again.json).toEqual(first.json)
    const sent = await people.send(id, grace, 'How can I help?', { key: 'said-2' })
    expect(await people.send(id, grace, 'How can I help?', { key: 'said-2' })).toBe(sent)
    expect((await session()).messages).toHaveLength(2)
  })

  test('needs an API key with chat:write, and bad input changes nothing', async () => {
    const { doorkit, workspace, act, id, session } = await setUp({ store: store() })
    const key = await doorkit.keys.create({
      workspace: workspace.id,
      name: 'CRM',
      scopes: ['conversations:read'],
    })
    const weak = caller({ doorkit, key })
    const refused = await weak('POST', `/conversations/${id}/join`, { body: { person: grace } })
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope'])
    for (const person of [{}, { id: '', name: 'G' }, { id: 'a' }, { ...grace, role: 'owner' }]) {
      expect((await act('join', { person })).status).toBe(400)
    }
    expect((await session()).team.state).toBe('agent')
  })

  test('cannot send an empty message: the promise rejects', async () => {
    const { people, id } = await setUp({ store: store() })
    await people.join(id, grace)
    const sent = people.send(id, grace, '')
    await expect(sent).rejects.toMatchObject({ code: 'invalid_input', param: 'text' })
  })

  // docs/api.md#answering-in-person
  test('can join after a handoff and a booking: the session becomes booked when the person leaves', async () => {
    const { say, act, session, id, doorkit, workspace } = await setUp({ store: store() })
    await say('A person, please.')
    await doorkit.record(workspace.id).meetings.book({
      conversation: id,
      provider: 'calcom',
      start_at: Date.UTC(2026, 9, 14, 10),
      end_at: Date.UTC(2026, 9, 14, 11),
      invitee: { name: 'Ada', email: 'ada@example.com' },
    })
    await act('join', { person: grace })
    expect((await session()).status).toBe('handed_off')
    await act('leave', { person: grace })
    expect((await session()).status).toBe('booked')
  })
})

describeOverMemory('a message to a person', (store) => {
  test('is delivered to endpoints that name its event, and not to those that only name *', async () => {
    const { call, say, act, doorkit, clock } = await setUp({ store: store() })
    const endpoint = async (events: string[]) =>
      (await call('POST', '/webhook_endpoints', { body: { url: 'https://localhost/x', events } }))
        .json.id
    const [all, named] = [await endpoint(['*']), await endpoint(['message.created'])]
    await act('join', { person: grace })
    await say('Are you Grace?')
    clock.advance(5_000)
    await doorkit.worker.tick()
    const typesOf = async (id: string) =>
      (await call('GET', `/webhook_endpoints/${id}/deliveries`)).json.data.map(
        ({ event_type }: { event_type: string }) => event_type,
      )
    expect(await typesOf(all)).toEqual(['conversation.started'])
    expect(await typesOf(named)).toEqual(['message.created'])
    const [event] = (await call('GET', '/events')).json.data.filter(
      ({ type }: { type: string }) => type === 'message.created',
    )
    expect(event.data).toMatchObject({
      object: { role: 'user', text: 'Are you Grace?' },
      conversation: { team: { state: 'person', person: grace } },
    })
  })
})

describeOverMemory('a visitor without an answer', (store) => {
  const unansweredMs = 5 * 60_000

  // docs/api.md#answering-in-person
  test('gets an apology, and the agent answers again', async () => {
    const { say, session, events, clock, doorkit } = await setUp({ store: store(), unansweredMs })
    await say('A person, please.')
    clock.advance(unansweredMs - 1_000)
    expect((await doorkit.worker.tick()).givenBack).toBe(0)
    clock.advance(2_000)
    expect((await doorkit.worker.tick()).givenBack).toBe(1)
    const after = await session()
    expect(after).toMatchObject({ status: 'open', team: { state: 'agent' } })
    expect(after.messages.at(-1)).toMatchObject({ role: 'assistant', tools: [] })
    expect(after.messages.at(-1).text).toContain('sorry')
    expect((await events()).at(-1)).toBe('handoff.unanswered')
    clock.advance(unansweredMs * 2)
    expect((await doorkit.worker.tick()).givenBack).toBe(0)
  })

  // docs/api.md#answering-in-person
  test('gets the agent back if a person has joined but stopped writing', async () => {
    const { say, people, id, session, clock, doorkit } = await setUp({
      store: store(),
      unansweredMs,
    })
    await say('A person, please.')
    clock.advance(unansweredMs - 1_000)
    await people.join(id, grace)
    clock.advance(unansweredMs - 1_000)
    await people.send(id, grace, 'Here I am.')
    clock.advance(unansweredMs * 2)
    expect((await doorkit.worker.tick()).givenBack).toBe(0)
    await say('And now?')
    clock.advance(1_000)
    await say('Hello?')
    clock.advance(unansweredMs)
    expect((await doorkit.worker.tick()).givenBack).toBe(1)
    expect((await session()).team.state).toBe('agent')
    await expect(people.send(id, grace, 'Sorry')).rejects.toMatchObject({ code: 'conflict' })
  })
})

describeOverStores('people who act at the same time', (store) => {
  test('join: one succeeds, and the others learn who it is', async () => {
    const { act, session } = await setUp({ store: store() })
    const people = Array.from({ length: 8 }, (_, nth) => ({ id: `user-${nth}`, name: `P${nth}` }))
    const answers = await Promise.all(people.map((person) => act('join', { person })))
    const joined = answers.filter(({ status }) => status === 200)
    expect(joined).toHaveLength(1)
    const { person } = joined[0]?.json.team ?? {}
    for (const { status, json } of answers) {
      if (status === 200) continue
      expect([status, json.code]).toEqual([409, 'conflict'])
      expect(json.detail).toContain(`${person.name} (${person.id})`)
    }
    expect((await session()).team.person).toEqual(person)
  })

  test('leave and write: every message is stored, or refused after leaving', async () => {
    const { people, id, session } = await setUp({ store: store() })
    await people.join(id, grace)
    const texts = Array.from({ length: 10 }, (_, nth) => `Line ${nth}`)
    const results = await Promise.allSettled([
      ...texts.map((text) => people.send(id, grace, text)),
      people.leave(id, grace),
    ])
    const sent = results.slice(0, -1)
    const stored = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const one of sent) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
    }
    expect(results.at(-1)?.status).toBe('fulfilled')
    const after = await session()
    expect(after.messages.map((message: { id: string }) => message.id).sort()).toEqual(
      stored.sort(),
    )
    expect(after.team.state).toBe('agent')
  })

  test('join while a visitor asks for a person: the person has joined, and the request is made at most once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { say, people, id, session, events } = await setUp({ store: store() })
      await Promise.all([say('A person, please.'), people.join(id, grace)])
      expect((await session()).team).toMatchObject({ state: 'person', person: grace })
      const asked = (await events()).filter((type) => type === 'handoff.requested')
      expect(asked.length).toBeLessThanOrEqual(1)
      await people.leave(id, grace)
      expect(await session()).toMatchObject({ status: 'open', team: { state: 'agent' } })
    }
  })
})

describeOverMemory('the page of a visitor', (store) => {
  test('shows the name of the person who answers, and never the id', async () => {
    const kit = await setUp({ store: store() })
    const page = openPage(kit)
    await page.visit()
    await page.say('A person, please.')
    const { id } = (await page.json('GET', '/conversation')).json
    await kit.people.join(id, grace)
    await kit.people.send(id, grace, 'I am Grace.')
    const { json, text } = await page.json('GET', '/conversation')
    expect(json.status).toBe('handed_off')
    expect(json.team).toEqual({
      state: 'person',
      since: expect.any(String),
      person: { name: 'Grace' },
    })
    expect(json.messages.at(-1).author).toEqual({ kind: 'person', name: 'Grace' })
    expect((await page.say('Hello Grace')).text).toBe('')
    const visit = await page.visit()
    expect(visit.json.conversation.team).toEqual(json.team)
    for (const answer of [text, visit.text]) expect(answer).not.toContain(grace.id)
  })
})

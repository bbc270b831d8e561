import { expect, test } from 'vitest'
import { agentOf, spoken, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { type Call, caller, createKit, type KitOptions, passTime } from '../support/kit.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = ({ id }: { id: string }, text: string, more: object = {}) =>
    call('POST', `/chat/sessions/${id}/messages`, { body: { text, ...more } })
  return { kit, call, open, say }
}

/** The effects that a failed turn must not leave behind. */
async function traces(call: Call, session: { id: string }) {
  const read = async (path: string) => (await call('GET', path)).json
  return {
    messages: (await read(`/chat/sessions/${session.id}`)).messages.length,
    contacts: (await read('/contacts')).data.length,
    events: (await read('/events')).data.length,
    conversation: (await read('/conversations')).data[0].message_count,
  }
}
const noTraces = { messages: 0, contacts: 0, events: 0, conversation: 0 }

describeForEachStore('a second message while the first is answered', (openStore) => {
  test.each([false, true])('is refused (first one streamed: %s)', async (stream) => {
    const waiting = waitingAgent()
    const { kit, call, open, say } = await setUp(openStore, { agent: waiting.agent })
    const session = await open()
    const first = say(session, 'One', { stream })
    await waiting.started()
    for (const streamed of [false, true]) {
      const second = say(session, 'Two', { stream: streamed })
      const { status, json } = await passTime(kit, second)
      expect.soft([status, json.code]).toEqual([409, 'conflict'])
    }
    waiting.release()
    expect((await first).status).toBe(200)
    const next = say(session, 'Three')
    await waiting.started()
    waiting.release()
    expect((await next).status).toBe(200)
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.messages).toHaveLength(4)
  })

  // docs/api.md#sending-a-message
  test('of two at the same moment one is answered', async () => {
    const waiting = waitingAgent()
    const { kit, open, say } = await setUp(openStore, { agent: waiting.agent })
    const session = await open()
    const both = [say(session, 'One'), say(session, 'Two')]
    await waiting.started()
    expect((await passTime(kit, Promise.race(both))).status).toBe(409)
    waiting.release()
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describeForEachStore('what a host records while a message is answered', (openStore) => {
  test('stays beside the message and its answer', async () => {
    const waiting = waitingAgent()
    const { kit, call, open, say } = await setUp(openStore, { agent: waiting.agent })
    const session = await open()
    const record = kit.doorkit.record(kit.workspace.id)
    const answered = say(session, 'One')
    await waiting.started()
    await record.conversations.message(session.conversation, { role: 'user', text: 'By phone' })
    await record.meetings.book({
      conversation: session.conversation,
      provider: 'cal.com',
      start_at: 1_000,
      end_at: 2_000,
      invitee: {},
    })
    waiting.release()
    expect((await answered).status).toBe(200)
    const conversation = await call('GET', `/conversations/${session.conversation}?expand=messages`)
    expect(conversation.json).toMatchObject({ message_count: 3, outcome: 'meeting' })
    const texts = conversation.json.messages.map(({ text }: { text: string }) => text)
    expect(texts.slice(0, 2)).toEqual(['By phone', 'One'])
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('booked')
  })
})

describeForEachStore('an agent that fails', (openStore) => {
  // docs/api.md#sending-a-message
  test('is answered with 502, and nothing of the turn is kept', async () => {
    const agent = agentOf(async function* ({ tools }) {
      tools.captureLead({ email: 'ada@example.com' })
      tools.requestHandoff('help')
      yield* spoken('Half an answer')
      throw new Error('overloaded')
    })
    const { call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    const { status, json } = await say(session, 'Hello')
    expect([status, json.code]).toEqual([502, 'internal_error'])
    expect(await traces(call, session)).toEqual(noTraces)
  })

  test('is the same when it reports its failure as a chunk, or is no agent at all', async () => {
    const agents = [
      agentOf(() => [{ type: 'error', errorText: 'overloaded' } as const]),
      agentOf(() => {
        throw new Error('at once')
      }),
      {
        reply() {
          throw new Error('even before')
        },
      },
    ]
    for (const agent of agents) {
      const { call, open, say } = await setUp(openStore, { agent })
      const session = await open()
      expect.soft((await say(session, 'Hello')).status).toBe(502)
      expect.soft((await say(session, 'Hello', { stream: true })).status).toBe(502)
      expect.soft(await traces(call, session)).toEqual(noTraces)
    }
    expect(agents).toHaveLength(3)
  })

  test('lets the session go on', async () => {
    let failures = 1
    const agent = agentOf(() => {
      failures -= 1
      if (failures >= 0) throw new Error('overloaded')
      return spoken('Here I am.')
    })
    const { open, say } = await setUp(openStore, { agent })
    const session = await open()
    expect((await say(session, 'Hello')).status).toBe(502)
    expect((await say(session, 'Hello')).json.message.text).toBe('Here I am.')
  })
})

describeForEachStore('an agent that takes longer than 60 seconds', (openStore) => {
  // docs/api.md#sending-a-message
  test('is stopped and answered with 502', async () => {
    let signal: AbortSignal | undefined
    const agent = agentOf(async function* (turn) {
      signal = turn.signal
      yield { type: 'text-start', id: 'a' } as const
      await new Promise(() => {})
    })
    const { kit, call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    const answer = say(session, 'Hello')
    await until(() => signal !== undefined)
    kit.clock.advance(59_999)
    expect(signal?.aborted).toBe(false)
    kit.clock.advance(1)
    expect([(await answer).status, signal?.aborted]).toEqual([502, true])
    expect(await traces(call, session)).toEqual(noTraces)
  })

  test('that cannot be stopped holds its session for a little longer, and leaves nothing', async () => {
    const waiting = waitingAgent()
    const { kit, call, open, say } = await setUp(openStore, { agent: waiting.agent })
    const session = await open()
    const [row] = await kit.store.get([
      { in: 'chat_sessions', partition: kit.workspace.id, id: session.id },
    ])
    // A server that died in the middle of a turn leaves this behind.
    const set = { turn_token: 'dead', turn_until: kit.clock.now() + 65_000 }
    await kit.store.commit([
      {
        op: 'patch',
        in: 'chat_sessions',
        partition: kit.workspace.id,
        id: session.id,
        set,
        data: row?.data,
      },
    ])
    kit.clock.advance(63_999)
    expect((await passTime(kit, say(session, 'Hello'))).status).toBe(409)
    expect(kit.clock.now()).toBeLessThan(set.turn_until)
    kit.clock.advance(set.turn_until - kit.clock.now())
    const answer = say(session, 'Hello')
    await waiting.started()
    waiting.release()
    expect((await answer).status).toBe(200)
    expect((await traces(call, session)).messages).toBe(2)
  })
})

import { limits } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createDoorkit } from '../../src/index.ts'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { type Call, caller, createKit, type KitOptions, passTime } from '../support/kit.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = ({ id }: { id: string }, text: string, more: object = {}, key?: string) =>
    call('POST', `/chat/sessions/${id}/messages`, {
      body: { text, ...more },
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    })
  return { kit, call, open, say }
}

/** Reads the stored results of turns. */
async function readResults(call: Call, session: { id: string }) {
  const read = async (path: string) => (await call('GET', path)).json
  return {
    messages: (await read(`/chat/sessions/${session.id}`)).messages.length,
    contacts: (await read('/contacts')).data.length,
    events: (await read('/events')).data.map(({ type }: { type: string }) => type),
    conversation: (await read('/conversations')).data[0].message_count,
  }
}

/** The stored results of turns without a lead or a handoff, with this many messages. */
const onlyMessages = (count: number) => ({
  messages: count,
  contacts: 0,
  events: ['conversation.started'],
  conversation: count,
})

/** An agent that fails in its first turn, and the transcripts it received. */
function failingAgent() {
  const seen: string[][] = []
  const agent = agentOf(({ messages }) => {
    seen.push(messages.map(({ text }) => text))
    if (seen.length === 1) throw new Error('overloaded')
    return textChunks('Here I am.')
  })
  return { agent, seen }
}

describeOverMemory('a second message while the first is answered', (openStore) => {
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
  test('is also refused if both arrive at the same moment', async () => {
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

describeOverMemory('a report of the host while a message is answered', (openStore) => {
  // docs/api.md#sending-a-message
  test('comes between the question and its answer, and changes updated_at', async () => {
    const waiting = waitingAgent()
    const { kit, call, open, say } = await setUp(openStore, { agent: waiting.agent })
    const session = await open()
    const record = kit.doorkit.record(kit.workspace.id)
    const answered = say(session, 'One')
    await waiting.started()
    const read = async () =>
      (await call('GET', `/conversations/${session.conversation}?expand=messages`)).json
    const asked = await read()
    expect(asked).toMatchObject({ message_count: 1, preview: 'One', messages: [{ text: 'One' }] })
    await record.conversations.message(session.conversation, { role: 'user', text: 'By phone' })
    expect((await read()).updated_at > asked.updated_at).toBe(true)
    await record.meetings.book({
      conversation: session.conversation,
      provider: 'cal.com',
      start_at: 1_000,
      end_at: 2_000,
      invitee: {},
    })
    waiting.release()
    expect((await answered).status).toBe(200)
    const conversation = await read()
    expect(conversation).toMatchObject({ message_count: 3, outcome: 'meeting' })
    const texts = conversation.messages.map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['One', 'By phone', 'One moment. Done.'])
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.status).toBe('booked')
  })
})

describeOverMemory('an agent that fails', (openStore) => {
  // docs/api.md#sending-a-message
  test('makes the request fail with 502, and adds only the question to the transcript', async () => {
    const agent = agentOf(async function* ({ tools }) {
      await tools.save_lead.execute({ email: 'ada@example.com' })
      await tools.request_handoff?.execute({ reason: 'other' })
      yield* textChunks('Half an answer')
      throw new Error('overloaded')
    })
    const { call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    const { status, json } = await say(session, 'Hello')
    expect([status, json.code]).toEqual([502, 'internal_error'])
    expect(await readResults(call, session)).toEqual(onlyMessages(1))
  })

  test('makes the request fail in the same way if it yields an error chunk, or throws before its first chunk', async () => {
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
      expect.soft(await readResults(call, session)).toEqual(onlyMessages(2))
    }
    expect(agents).toHaveLength(3)
  })

  test('does not block the session, and sees the unanswered message in its next turn', async () => {
    const { agent, seen } = failingAgent()
    const { open, say } = await setUp(openStore, { agent })
    const session = await open()
    expect((await say(session, 'Hello')).status).toBe(502)
    expect((await say(session, 'Anybody?')).json.message.text).toBe('Here I am.')
    expect(seen.at(-1)).toEqual(['Hello', 'Anybody?'])
  })

  // docs/api.md#sending-a-message
  test.each([false, true])(
    'answers the stored question when it is repeated under its idempotency key (streamed: %s)',
    async (stream) => {
      const { agent, seen } = failingAgent()
      const { call, open, say } = await setUp(openStore, { agent })
      const session = await open()
      expect((await say(session, 'Hello', { stream }, 'once')).status).toBe(502)
      const [question] = (await call('GET', `/chat/sessions/${session.id}`)).json.messages
      expect((await say(session, 'Hello', { stream }, 'once')).text).toContain('Here I am.')
      const { messages } = (await call('GET', `/chat/sessions/${session.id}`)).json
      expect(messages).toMatchObject([question, { role: 'assistant', text: 'Here I am.' }])
      expect(seen).toEqual([['Hello'], ['Hello']])
      expect(await readResults(call, session)).toEqual(onlyMessages(2))
    },
  )

  test('gets a new message if the text under the idempotency key differs', async () => {
    const { agent, seen } = failingAgent()
    const { open, say } = await setUp(openStore, { agent })
    const session = await open()
    expect((await say(session, 'Hello', {}, 'once')).status).toBe(502)
    expect((await say(session, 'Goodbye', {}, 'once')).status).toBe(200)
    expect(seen.at(-1)).toEqual(['Hello', 'Goodbye'])
  })

  test('gets a new message under an expired idempotency key', async () => {
    const { agent, seen } = failingAgent()
    const { kit, open, say } = await setUp(openStore, { agent })
    const session = await open()
    expect((await say(session, 'Hello', {}, 'once')).status).toBe(502)
    kit.clock.advance(limits.idempotencyReplaySeconds * 1_000)
    expect((await say(session, 'Hello', {}, 'once')).status).toBe(200)
    expect(seen.at(-1)).toEqual(['Hello', 'Hello'])
  })
})

describeOverMemory('an agent that takes longer than 60 seconds', (openStore) => {
  // docs/api.md#sending-a-message
  test('is stopped, and the request fails with 502', async () => {
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
    expect(await readResults(call, session)).toEqual(onlyMessages(1))
  })
})

describeOverMemory('an agent whose process dies', (openStore) => {
  // docs/api.md#sending-a-message
  test('keeps its session locked for 65 seconds, and the message stays stored', async () => {
    const { agent, seen } = failingAgent()
    const { kit, call, open, say } = await setUp(openStore, { agent })
    const session = await open()
    const { store, clock, key } = kit
    const dying = waitingAgent()
    const frozen = { ...clock, after: () => () => {} }
    const elsewhere = createDoorkit({ store, clock: frozen, agent: dying.agent })
    void caller({ doorkit: elsewhere, key })('POST', `/chat/sessions/${session.id}/messages`, {
      body: { text: 'Hello' },
      headers: { 'Idempotency-Key': 'once' },
    })
    await dying.started()
    const end = clock.now() + 65_000
    clock.advance(63_999)
    expect((await passTime(kit, say(session, 'Anybody?'))).status).toBe(409)
    expect(clock.now()).toBeLessThan(end)
    clock.advance(end - clock.now())
    expect((await say(session, 'Anybody?')).status).toBe(502)
    expect(seen).toEqual([['Hello', 'Anybody?']])
    clock.advance(25_000)
    expect((await say(session, 'Hello', {}, 'once')).status).toBe(200)
    expect(seen.at(-1)).toEqual(['Anybody?', 'Hello'])
    expect(await readResults(call, session)).toEqual(onlyMessages(3))
  })
})

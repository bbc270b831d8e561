import type { ChatChunk } from '@doorkit/chat-stream'
import { expect, test } from 'vitest'
import { chatSessions } from '../../src/collections/chat-session.ts'
import { messages } from '../../src/collections/message.ts'
import { usageDays } from '../../src/collections/usage-day.ts'
import { type AgentTurn, createDoorkit, silentLogger, type TurnReport } from '../../src/index.ts'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { faultyStore, until } from '../support/faulty-store.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverStores } from '../support/stores.ts'

async function setUp(options: KitOptions) {
  const reports: TurnReport[] = []
  const kit = await createKit({ onTurn: (report) => reports.push(report), ...options })
  const call = caller(kit)
  const { json: session } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${session.id}`
  const transcript = async () => (await call('GET', path)).json.messages
  return {
    ...kit,
    call,
    session,
    path,
    reports,
    transcript,
    say: (text = 'Hello', more: object = {}, key?: string) =>
      call('POST', `${path}/messages`, {
        body: { text, ...more },
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      }),
    /** Reads a message of the transcript from the store, with its turn. */
    stored: async (at: number) => {
      const { id } = (await transcript())[at]
      return (await messages.get(kit.store, kit.workspace.id, id))?.data
    },
  }
}

const half: ChatChunk[] = [
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Half' },
]

/** An agent that saves a lead, streams half of its answer, and fails. */
const failing = () =>
  agentOf(async function* ({ tools }) {
    await tools.save_lead.execute({ email: 'bob@example.com', need: '500 lamps' })
    yield* half
    throw new Error('overloaded')
  })

describeOverStores('a turn that fails', (openStore) => {
  for (const stream of [false, true]) {
    test(`keeps its question, and the text so far (streamed: ${stream})`, async () => {
      const { say, stored, transcript, reports } = await setUp({
        store: openStore(),
        agent: failing(),
      })
      await say('Hello', { stream })
      expect(await transcript()).toHaveLength(1)
      expect((await stored(0))?.turn).toMatchObject({
        status: 'failed',
        errorCode: 'agent_failed',
        said: [
          { type: 'tool', name: 'save_lead' },
          { type: 'text', text: 'Half' },
        ],
      })
      expect(reports).toMatchObject([{ status: 'failed', answer: null, errorCode: 'agent_failed' }])
    })

    test(`logs why its answer could not be stored (streamed: ${stream})`, async () => {
      const logged: unknown[] = []
      const { store, plan } = faultyStore(openStore())
      const { say } = await setUp({
        store,
        logger: { ...silentLogger, error: ({ error }) => logged.push(error) },
        agent: agentOf(async function* () {
          yield* half
          plan('crash before', messages.plan.name)
        }),
      })
      await say('Hello', { stream })
      expect(logged).toEqual([new Error('The process died before the commit.')])
    })

    test(`is answered with the host's text, and loses no lead (streamed: ${stream})`, async () => {
      const { say, call, stored, transcript } = await setUp({
        store: openStore(),
        agent: failing(),
        onAgentError: (_turn, error) => `Sorry: ${error.code}.`,
      })
      const { status } = await say('Hello', { stream })
      expect(status).toBe(200)
      expect((await transcript())[1].text).toBe('Half\n\nSorry: agent_failed.')
      expect((await stored(1))?.turn).toMatchObject({ status: 'failed' })
      const [contact] = (await call('GET', '/contacts')).json.data
      expect(contact.email).toBe('bob@example.com')
    })
  }

  test('asks for a person if the host says so', async () => {
    const { say, call, path } = await setUp({
      store: openStore(),
      agent: failing(),
      onAgentError: () => 'handoff',
    })
    const { json } = await say()
    expect(json.actions).toContainEqual({ type: 'handoff_requested' })
    expect((await call('GET', path)).json.status).toBe('handed_off')
  })

  test('says that the agent cannot answer, and requests no handoff, if nobody can take over', async () => {
    const { say, call } = await setUp({
      store: openStore(),
      agent: failing(),
      onAgentError: () => 'handoff',
    })
    await call('PATCH', '/agent', { body: { handoff: { enabled: false } } })
    const { json } = await say()
    expect(json.message.text).toMatch(/I cannot answer any more questions at the moment\.$/)
    expect(json.actions).not.toContainEqual({ type: 'handoff_requested' })
  })

  for (const hanging of ['onAgentError', 'tokensPerMonth']) {
    test(`ends in time if ${hanging} never answers`, async () => {
      let isCalled = false
      const never = () => {
        isCalled = true
        return new Promise<never>(() => {})
      }
      const { say, clock } = await setUp({
        store: openStore(),
        agent: failing(),
        [hanging]: never,
      })
      const answer = say()
      await until(() => isCalled)
      clock.advance(60_000)
      expect((await answer).status).toBe(502)
    })
  }

  test('records that its first word took too long', async () => {
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const { say, clock, stored } = await setUp({
      store: openStore(),
      firstWordTimeoutMs: 5_000,
      agent: agentOf(async function* () {
        begin()
        await new Promise(() => {})
        yield* half
      }),
    })
    const answer = say()
    await begun
    clock.advance(5_000)
    expect((await answer).status).toBe(502)
    expect((await stored(0))?.turn).toMatchObject({ errorCode: 'first_word_timeout', said: [] })
  })
})

describeOverStores('a turn without an answer', (openStore) => {
  test('is stopped if it is canceled, and keeps the text so far', async () => {
    const waiting = waitingAgent()
    const { say, doorkit, workspace, session, stored, reports } = await setUp({
      store: openStore(),
      agent: waiting.agent,
    })
    const answer = say()
    await waiting.started()
    await doorkit.turns.cancel({ workspace: workspace.id, session: session.id })
    expect((await answer).status).toBe(409)
    expect((await stored(0))?.turn).toMatchObject({
      status: 'stopped',
      said: [{ type: 'text', text: 'One moment.' }],
    })
    expect(reports).toMatchObject([{ status: 'stopped', errorCode: null }])
  })

  test('has failed if its process died, and its question can then be answered once', async () => {
    const scene = await setUp({
      store: openStore(),
      agent: agentOf(() => textChunks('Here I am.')),
    })
    const { store, clock, key, path, say, stored, transcript } = scene
    const dying = waitingAgent()
    const frozen = { ...clock, after: () => () => {} }
    const elsewhere = createDoorkit({ store, clock: frozen, agent: dying.agent })
    void caller({ doorkit: elsewhere, key })('POST', `${path}/messages`, {
      body: { text: 'Hello' },
      headers: { 'Idempotency-Key': 'once' },
    })
    await dying.started()
    clock.advance(90_000)
    expect((await say('Anybody?')).status).toBe(200)
    expect((await stored(0))?.turn).toMatchObject({ status: 'failed', errorCode: 'process_died' })
    for (let time = 0; time < 2; time++) {
      expect((await say('Hello', {}, 'once')).json.message.text).toBe('Here I am.')
    }
    const texts = (await transcript()).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['Hello', 'Anybody?', 'Here I am.', 'Here I am.'])
    expect((await stored(0))?.turn).toBeUndefined()
  })
})

describeOverStores('an answer', (openStore) => {
  test('is stored with its usage, which is counted but not shown', async () => {
    const usage = { model: 'm', inputTokens: 100, outputTokens: 20, cachedInputTokens: 80 }
    const { say, stored, reports, store, workspace } = await setUp({
      store: openStore(),
      agent: agentOf(function* () {
        yield* textChunks('Hello.')
        yield { type: 'message-metadata', messageMetadata: { usage } }
      }),
    })
    await say()
    expect((await say('Again', { stream: true })).text).not.toContain('inputTokens')
    expect((await stored(1))?.turn).toMatchObject({ status: 'done', usage })
    expect(reports).toMatchObject([
      { status: 'done', usage, firstWordMs: expect.any(Number) },
      { status: 'done', usage },
    ])
    const where = [{ column: 'workspace', op: 'eq', value: workspace.id }] as const
    const [day] = await usageDays.list(store, {
      index: 'usage_days_model',
      where,
      dir: 'asc',
      limit: 1,
    })
    expect(day?.columns).toMatchObject({
      turns: 2,
      input_tokens: 200,
      output_tokens: 40,
      cached_tokens: 160,
    })
  })

  test('reaches the agent again in the next turn, with its tool calls and sources', async () => {
    const turns: AgentTurn[] = []
    const { say, transcript } = await setUp({
      store: openStore(),
      agent: agentOf(async function* (turn) {
        turns.push(turn)
        await turn.tools.search_knowledge.execute({ query: 'price' }, { toolCallId: 'one' })
        yield* textChunks('Five.')
        // A call of a kit's tool counts only if the tool has run.
        yield {
          type: 'tool-input-available',
          toolCallId: 'b',
          toolName: 'request_handoff',
          input: {},
        }
        yield { type: 'tool-output-available', toolCallId: 'b', output: {} }
        yield { type: 'source-url', sourceId: 's', url: 'https://acme.example/p', title: 'Prices' }
      }),
    })
    await say()
    await say()
    const answer = turns[1]?.messages[1]
    expect(answer?.text).toBe('Five.')
    expect(answer?.parts).toEqual([
      {
        type: 'tool',
        id: 'one',
        name: 'search_knowledge',
        input: { query: 'price' },
        output: { passages: [] },
      },
      { type: 'text', text: 'Five.' },
      { type: 'source', url: 'https://acme.example/p', title: 'Prices' },
    ])
    expect((await transcript())[1]).toMatchObject({ text: 'Five.', tools: ['searched_knowledge'] })
  })
})

describeOverStores('a turn that has lost its session', (openStore) => {
  test('is reported as stopped, even if it has not noticed before its end', async () => {
    const { agent, started, release } = waitingAgent()
    const { say, store, workspace, session, reports } = await setUp({ store: openStore(), agent })
    const saying = say()
    await started()
    const free = { turn_token: null, turn_until: 0 }
    await store.commit([chatSessions.patch(workspace.id, session.id, { set: free })])
    release()
    expect((await saying).status).toBe(409)
    expect(reports).toMatchObject([{ status: 'stopped', errorCode: null }])
  })
})

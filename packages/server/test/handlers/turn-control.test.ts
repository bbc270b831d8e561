import type { ChatChunk } from '@doorkit/chat-stream'
import { expect, test } from 'vitest'
import { chatSessions } from '../../src/collections/chat-session.ts'
import { type AgentTurn, createDoorkit } from '../../src/index.ts'
import { afterReading } from '../support/after-reading.ts'
import { agentOf, textChunks, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { caller, createKit, type KitOptions, passTime } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

/** An agent whose first answer begins, and then waits until the signal aborts, or forever. */
function listeningAgent(onAbort: 'throws' | 'returns' | 'ignores') {
  const turns: AgentTurn[] = []
  const agent = agentOf(async function* (turn) {
    turns.push(turn)
    if (turns.length > 1) return yield* textChunks('Here I am.')
    yield { type: 'text-start', id: 'a' }
    yield { type: 'text-delta', id: 'a', delta: 'Well,' }
    await turn.tools.save_lead.execute({ email: 'ada@example.com' })
    await new Promise<void>((resolve, reject) => {
      if (onAbort === 'ignores') return
      turn.signal.addEventListener('abort', () =>
        onAbort === 'returns' ? resolve() : reject(turn.signal.reason),
      )
    })
  })
  return { agent, turns }
}

async function setUp(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const path = `/chat/sessions/${session.id}`
  const say = (text: string, more: object = {}, idempotencyKey?: string) =>
    call('POST', `${path}/messages`, {
      body: { text, ...more },
      ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }),
    })
  /** Sends a message from a client that can hang up. */
  const send = (stream: boolean, signal: AbortSignal) =>
    kit.doorkit.fetch(`http://localhost/v1${path}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${kit.key.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'Hello', stream }),
      signal,
    })
  const readTexts = async () =>
    (await call('GET', path)).json.messages.map(({ text }: { text: string }) => text)
  return { kit, call, session, say, send, readTexts }
}

const chunksOf = (text: string): ChatChunk[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '' && !event.includes('[DONE]'))
    .map((event) => JSON.parse(event.slice('data: '.length)))

describeOverMemory('a turn whose client has hung up', (openStore) => {
  for (const stream of [false, true]) {
    for (const onAbort of ['throws', 'returns', 'ignores'] as const) {
      test(`ends if the host has chosen abort, and the next message is accepted immediately (streamed: ${stream}, the agent ${onAbort})`, async () => {
        const { agent, turns } = listeningAgent(onAbort)
        const scene = await setUp({ store: openStore(), agent, onDisconnect: 'abort' })
        const client = new AbortController()
        const answer = scene.send(stream, client.signal)
        await until(() => turns.length === 1)
        if (stream) await answer
        client.abort()
        const next = await scene.say('Still there?')
        expect([next.status, next.json.message?.text]).toEqual([200, 'Here I am.'])
        expect(turns[0]?.signal.aborted).toBe(true)
        expect(await scene.readTexts()).toEqual(['Hello', 'Still there?', 'Here I am.'])
        expect((await scene.call('GET', '/contacts')).json.data).toEqual([])
      })
    }
  }

  test('does not make the next message wait if it ends while that message reads the session', async () => {
    const waiting = waitingAgent()
    const { store, afterRead } = afterReading(openStore(), chatSessions.plan.name)
    const scene = await setUp({ store, agent: waiting.agent })
    const client = new AbortController()
    const answer = scene.send(false, client.signal)
    await waiting.started()
    client.abort()
    afterRead(() => {
      waiting.release()
      return answer
    })
    const next = scene.say('Still there?')
    await answer
    await waiting.started()
    waiting.release()
    expect((await next).status).toBe(200)
  })

  test('ends when the stream is canceled, if the host has chosen abort', async () => {
    const { agent, turns } = listeningAgent('throws')
    const scene = await setUp({ store: openStore(), agent, onDisconnect: 'abort' })
    const response = await scene.send(true, new AbortController().signal)
    await response.body?.cancel()
    expect(turns[0]?.signal.aborted).toBe(true)
    expect((await scene.say('Still there?')).status).toBe(200)
  })

  for (const stream of [false, true]) {
    test(`continues to its end if the host has not chosen abort, and the next message waits for it (streamed: ${stream})`, async () => {
      const waiting = waitingAgent()
      const scene = await setUp({ store: openStore(), agent: waiting.agent })
      const client = new AbortController()
      const answer = scene.send(stream, client.signal)
      await waiting.started()
      if (stream) await answer
      client.abort()
      const next = scene.say('Still there?')
      await scene.call('GET', '/me')
      waiting.release()
      await waiting.started()
      expect((await passTime(scene.kit, scene.say('Me, too?'))).status).toBe(409)
      waiting.release()
      const { status, json } = await next
      expect([status, json.message?.text]).toEqual([200, 'One moment. Done.'])
      expect(await scene.readTexts()).toEqual([
        'Hello',
        'One moment. Done.',
        'Still there?',
        'One moment. Done.',
      ])
    })
  }

  for (const onDisconnect of ['finish', 'abort'] as const) {
    test(`is waited for by a message that arrives before the hang-up is noticed (${onDisconnect})`, async () => {
      const waiting = waitingAgent()
      const scene = await setUp({ store: openStore(), agent: waiting.agent, onDisconnect })
      const client = new AbortController()
      const answer = scene.send(false, client.signal)
      await waiting.started()
      const next = scene.say('Still there?')
      await scene.call('GET', '/me')
      client.abort()
      waiting.release()
      await waiting.started()
      waiting.release()
      expect((await next).status).toBe(200)
      expect((await answer).status).toBe(onDisconnect === 'finish' ? 200 : 502)
      const texts = ['Still there?', 'One moment. Done.']
      const answered = onDisconnect === 'finish' ? ['One moment. Done.'] : []
      expect(await scene.readTexts()).toEqual(['Hello', ...answered, ...texts])
    })
  }

  test('makes the next message wait, even in another process', async () => {
    const store = openStore()
    const waiting = waitingAgent()
    const { kit, session, send, readTexts } = await setUp({ store, agent: waiting.agent })
    const elsewhere = createDoorkit({
      store,
      clock: kit.clock,
      agent: agentOf(() => textChunks('Here I am.')),
    })
    const sayElsewhere = () =>
      elsewhere.fetch(`http://localhost/v1/chat/sessions/${session.id}/messages`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${kit.key.secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: 'Still there?' }),
      })
    const client = new AbortController()
    const answer = send(false, client.signal)
    await waiting.started()
    expect((await passTime(kit, sayElsewhere())).status).toBe(409)
    // The server notices the hang-up after the next message has arrived.
    const next = sayElsewhere()
    await kit.doorkit.ping()
    client.abort()
    waiting.release()
    await answer
    expect((await passTime(kit, next)).status).toBe(200)
    expect(await readTexts()).toEqual(['Hello', 'One moment. Done.', 'Still there?', 'Here I am.'])
  })

  test('is not waited for by a message whose sender hangs up, too', async () => {
    const waiting = waitingAgent()
    const scene = await setUp({ store: openStore(), agent: waiting.agent })
    const [first, second] = [new AbortController(), new AbortController()]
    const answer = scene.send(false, first.signal)
    await waiting.started()
    first.abort()
    const next = scene.send(false, second.signal)
    await scene.call('GET', '/me')
    second.abort()
    expect((await next).status).toBe(502)
    waiting.release()
    await answer
    expect(await scene.readTexts()).toEqual(['Hello', 'One moment. Done.'])
  })
})

describeOverMemory('a turn that is canceled in code', (openStore) => {
  test('leaves only its question, is refused as a conflict, and frees its session immediately', async () => {
    const { agent, turns } = listeningAgent('ignores')
    const { kit, session, say, readTexts } = await setUp({ store: openStore(), agent })
    const target = { workspace: kit.workspace.id, session: session.id }
    expect(await kit.doorkit.turns.cancel(target)).toBe(false)
    const answer = say('Hello')
    await until(() => turns.length === 1)
    expect(await kit.doorkit.turns.cancel(target)).toBe(true)
    const next = await say('Something else')
    expect([next.status, next.json.message?.text]).toEqual([200, 'Here I am.'])
    const { status, json } = await answer
    expect([status, json.code]).toEqual([409, 'conflict'])
    expect(json.detail).toContain('canceled')
    expect(turns[0]?.signal.aborted).toBe(true)
    expect(await readTexts()).toEqual(['Hello', 'Something else', 'Here I am.'])
    expect(turns[1]?.messages.map(({ text }) => text)).toEqual(['Hello', 'Something else'])
    expect(await kit.doorkit.turns.cancel(target)).toBe(false)
  })

  test('ends its stream with an abort', async () => {
    const { agent, turns } = listeningAgent('throws')
    const { kit, session, say, readTexts } = await setUp({ store: openStore(), agent })
    const answer = say('Hello', { stream: true })
    await until(() => turns.length === 1)
    await kit.doorkit.turns.cancel({ workspace: kit.workspace.id, session: session.id })
    const { text } = await answer
    expect(chunksOf(text).at(-1)).toMatchObject({ type: 'abort', reason: expect.any(String) })
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(await readTexts()).toEqual(['Hello'])
  })

  for (const [where, stream] of [
    ['in this process', false],
    ['in this process', true],
    ['in another process', false],
  ] as const) {
    test(`asks the agent again when its request is repeated under its idempotency key (canceled ${where}, streamed: ${stream})`, async () => {
      const store = openStore()
      const { agent, turns } = listeningAgent('throws')
      const { kit, session, say, readTexts } = await setUp({ store, agent })
      const here = where === 'in this process'
      const canceler = here ? kit.doorkit : createDoorkit({ store, clock: kit.clock })
      const answer = say('Hello', { stream }, 'once')
      await until(() => turns.length === 1)
      await canceler.turns.cancel({ workspace: kit.workspace.id, session: session.id })
      expect((await passTime(kit, answer)).text).toContain(stream ? 'abort' : 'conflict')
      const again = await say('Hello', { stream }, 'once')
      expect([again.status, again.text]).toEqual([200, expect.stringContaining('Here I am.')])
      expect(await readTexts()).toEqual(['Hello', 'Here I am.'])
    })
  }

  test('stores no answer, even if another process cancels it', async () => {
    const store = openStore()
    const waiting = waitingAgent()
    const { kit, session, say, readTexts } = await setUp({ store, agent: waiting.agent })
    const elsewhere = createDoorkit({ store, clock: kit.clock })
    const answer = say('Hello')
    await waiting.started()
    const target = { workspace: kit.workspace.id, session: session.id }
    expect(await elsewhere.turns.cancel(target)).toBe(true)
    waiting.release()
    expect((await answer).json.code).toBe('conflict')
    expect(await readTexts()).toEqual(['Hello'])
  })

  test('must belong to a session of the workspace', async () => {
    const { kit, session } = await setUp({ store: openStore() })
    const other = await kit.anotherWorkspace()
    const cancel = kit.doorkit.turns.cancel({ workspace: other.id, session: session.id })
    await expect(cancel).rejects.toMatchObject({ code: 'not_found' })
  })
})

describeOverMemory('an endless answer', (openStore) => {
  test('is truncated and marked as such, and its agent is stopped', async () => {
    let produced = 0
    const signals: AbortSignal[] = []
    const agent = agentOf(async function* ({ signal }) {
      signals.push(signal)
      yield { type: 'text-start', id: 'a' }
      for (;;) {
        produced += 1
        yield { type: 'text-delta', id: 'a', delta: '🙂'.repeat(500) }
      }
    })
    const { say, readTexts } = await setUp({ store: openStore(), agent })
    const { json } = await say('Hello')
    expect([json.message.text.length, json.finish_reason]).toEqual([99_998, 'length'])
    expect(produced).toBe(100)
    expect(signals[0]?.aborted).toBe(true)
    const streamed = chunksOf((await say('Again', { stream: true })).text)
    expect(streamed.slice(-3)).toEqual([
      { type: 'text-end', id: 'a' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'length' },
    ])
    expect(await readTexts()).toEqual(['Hello', json.message.text, 'Again', json.message.text])
  })
})

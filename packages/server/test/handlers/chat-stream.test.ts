import { readChatStream } from '@doorkit/chat-stream'
import { expect, test } from 'vitest'
import { knowledgeAgent } from '../../src/index.ts'
import { agentOf, expectStreamed, textChunks, waitingAgent } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

async function setUp(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const session = (await call('POST', '/chat/sessions', { body: {} })).json
  const path = `/chat/sessions/${session.id}/messages`
  const sendStreamed = (text: string) => call('POST', path, { body: { text, stream: true } })
  const readTranscript = async () =>
    (await call('GET', `/chat/sessions/${session.id}`)).json.messages
  return { kit, call, session, path, sendStreamed, readTranscript }
}

/** The chunks of a stream's text, `[DONE]` included. */
const chunksOf = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => event.replace('data: ', ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)))

describeOverMemory('a streamed answer', (openStore) => {
  test('is a UI message stream from start to finish', async () => {
    const { sendStreamed, readTranscript } = await setUp({
      store: openStore(),
      agent: agentOf(() => textChunks('Hello there.')),
    })
    const { status, headers, text } = await sendStreamed('Hello')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream')
    expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(headers.get('cache-control')).toBe('no-cache, no-transform')
    const messages = await readTranscript()
    expect(chunksOf(text)).toEqual([
      { type: 'start', messageId: messages[1].id },
      { type: 'start-step' },
      { type: 'text-start', id: 'answer' },
      { type: 'text-delta', id: 'answer', delta: 'Hello there.' },
      { type: 'text-end', id: 'answer' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
      '[DONE]',
    ])
    expect(messages.map((message: { text: string }) => message.text)).toEqual([
      'Hello',
      'Hello there.',
    ])
  })

  test('can be read to its end with @doorkit/chat-stream', async () => {
    const { call, sendStreamed } = await setUp({ store: openStore(), agent: knowledgeAgent() })
    const body = { name: 'Prices', content: 'The small plan costs 5 euros.' }
    await call('POST', '/knowledge/documents', { body })
    const { response } = await sendStreamed('What does the small plan cost?')
    const reading = readChatStream(response)
    const message = await reading.final()
    expect((await reading.outcome).type).toBe('complete')
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    expect(text).toContain('5 euros')
    expect(message.parts.some((part) => part.type === 'tool-search_knowledge')).toBe(true)
  })

  test('has one start and one finish, even if the agent sends its own', async () => {
    const agent = agentOf(function* () {
      yield { type: 'start' } as const
      yield { type: 'start-step' } as const
      yield* textChunks('Hello.')
      yield { type: 'finish-step' } as const
      yield { type: 'finish' } as const
    })
    const { sendStreamed } = await setUp({ store: openStore(), agent })
    const types = chunksOf((await sendStreamed('Hello')).text).map(({ type }) => type)
    expect(types).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
      undefined,
    ])
  })

  test('fails if the agent writes nothing, or aborts', async () => {
    for (const chunks of [[], [{ type: 'abort' } as const]]) {
      const { sendStreamed, readTranscript } = await setUp({
        store: openStore(),
        agent: agentOf(() => chunks),
      })
      expect((await sendStreamed('Hello')).status).toBe(502)
      expect(await readTranscript()).toHaveLength(1)
    }
  })

  // docs/api.md#streamed-replies
  test('arrives while the agent is still answering', async () => {
    const waiting = waitingAgent()
    const { kit, path } = await setUp({ store: openStore(), agent: waiting.agent })
    const response = await kit.doorkit.fetch(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${kit.key.secret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ text: 'Hello', stream: true }),
    })
    await expectStreamed(response, waiting)
  })

  test('that fails after it began ends with an error, and leaves only the question', async () => {
    const agent = agentOf(async function* ({ tools }) {
      await tools.save_lead.execute({ email: 'ada@example.com' })
      yield* textChunks('Half')
      throw new Error('secret of the machine')
    })
    const { call, sendStreamed, readTranscript } = await setUp({ store: openStore(), agent })
    const { status, text } = await sendStreamed('Hello')
    const chunks = chunksOf(text)
    expect(status).toBe(200)
    expect(chunks.slice(-2)).toEqual([
      { type: 'error', errorText: 'The agent could not answer.' },
      '[DONE]',
    ])
    expect(text).not.toContain('secret of the machine')
    expect(await readTranscript()).toMatchObject([{ role: 'user', text: 'Hello' }])
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    expect((await call('GET', '/events')).json.data).toMatchObject([
      { type: 'conversation.started' },
    ])
    expect((await sendStreamed('Again')).status).toBe(200)
  })

  test('that takes too long ends with an error', async () => {
    const waiting = waitingAgent()
    const { kit, sendStreamed, readTranscript } = await setUp({
      store: openStore(),
      agent: waiting.agent,
    })
    const answer = sendStreamed('Hello')
    await waiting.started()
    kit.clock.advance(60_000)
    expect(chunksOf((await answer).text).at(-2)).toMatchObject({ type: 'error' })
    expect(await readTranscript()).toMatchObject([{ role: 'user', text: 'Hello' }])
  })

  test('is stored even if its reader hangs up', async () => {
    const waiting = waitingAgent()
    const { kit, path, readTranscript } = await setUp({ store: openStore(), agent: waiting.agent })
    const response = await kit.doorkit.fetch(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${kit.key.secret}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ text: 'Hello', stream: true }),
    })
    await response.body?.cancel()
    waiting.release()
    await until(async () => (await readTranscript()).length === 2)
    expect((await readTranscript())[1].text).toBe('One moment. Done.')
  })

  test('ends before the server closes', async () => {
    const waiting = waitingAgent()
    const { kit, sendStreamed } = await setUp({ store: openStore(), agent: waiting.agent })
    const answer = sendStreamed('Hello')
    await waiting.started()
    let isClosed = false
    const closing = kit.doorkit.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    waiting.release()
    expect((await answer).text).toContain('"type":"finish"')
    await closing
  })

  test('ends with an error when the server stops waiting for it, and frees its session', async () => {
    const inner = openStore()
    const waiting = waitingAgent()
    const { kit, session, sendStreamed } = await setUp({
      agent: waiting.agent,
      store: { ...inner, close: async () => {} },
    })
    const answer = sendStreamed('Hello')
    await waiting.started()
    const closing = kit.doorkit.close({ timeoutMs: 5_000 })
    kit.clock.advance(4_999)
    await new Promise((resolve) => setImmediate(resolve))
    kit.clock.advance(1)
    expect(chunksOf((await answer).text).at(-2)).toMatchObject({ type: 'error' })
    await closing
    const [row] = await inner.get([
      { in: 'chat_sessions', partition: kit.workspace.id, id: session.id },
    ])
    expect(row?.columns.turn_token).toBeNull()
  })
})

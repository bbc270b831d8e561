import { AbstractChat, type ChatState, type ChatStatus, type UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import type { ChatOutcome, ChatTransportOptions } from '../src/index.ts'
import {
  CHAT_STREAM_DONE,
  type ChatChunk,
  createChatTransport,
  encodeChatChunk,
} from '../src/index.ts'
import { createTestBody, respond, settled } from './support/sources.ts'

/** The state that `useChat` keeps in React, without React. */
function createState(): ChatState<UIMessage> {
  return {
    status: 'ready' as ChatStatus,
    error: undefined,
    messages: [] as UIMessage[],
    pushMessage(message) {
      this.messages = [...this.messages, message]
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1)
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, message)
    },
    snapshot: (thing) => structuredClone(thing),
  }
}

interface Finish {
  isAbort: boolean
  isDisconnect: boolean
  isError: boolean
  finishReason?: string | undefined
}

class TestChat extends AbstractChat<UIMessage> {}

function createChat(options: ChatTransportOptions<UIMessage>) {
  const finishes: Finish[] = []
  const outcomes: ChatOutcome[] = []
  const chat = new TestChat({
    id: 'chat-1',
    state: createState(),
    transport: createChatTransport<UIMessage>({
      ...options,
      onOutcome: (outcome) => outcomes.push(outcome),
    }),
    onFinish: ({ isAbort, isDisconnect, isError, finishReason }) =>
      finishes.push({ isAbort, isDisconnect, isError, finishReason }),
  })
  return { chat, finishes, outcomes }
}

const encode = (...chunks: ChatChunk[]) => chunks.map(encodeChatChunk).join('')
const opening = encode(
  { type: 'start', messageId: 'm1' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hel' },
)
const closing = encode({ type: 'text-delta', id: '1', delta: 'lo' }, { type: 'text-end', id: '1' })
const finish = encode({ type: 'finish', finishReason: 'stop' }) + CHAT_STREAM_DONE
const answering = (text: string) => ({ fetch: async () => respond(text) })
const textOf = (message: UIMessage | undefined) =>
  message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

describe('under the chat of the AI SDK', () => {
  test('a whole answer', async () => {
    const { chat, finishes, outcomes } = createChat(answering(opening + closing + finish))
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(textOf(chat.lastMessage)).toBe('Hello')
    expect(chat.status).toBe('ready')
    expect(finishes).toEqual([
      { isAbort: false, isDisconnect: false, isError: false, finishReason: 'stop' },
    ])
    expect(outcomes).toMatchObject([{ type: 'complete', text: 'Hello' }])
  })

  test('what the default transport dies of: new chunks, reasons and encodings, malformed events', async () => {
    const news = encode(
      { type: 'unknown', raw: { type: 'tool-vision' } },
      { type: 'tool-input-start', toolCallId: 'c', toolName: 't', inputEncoding: 'cbor' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: 'abc' },
    )
    const end = encode({ type: 'finish', finishReason: 'brand-new' }) + CHAT_STREAM_DONE
    const { chat, finishes } = createChat(
      answering(`${opening}data: {broken\n\n${news}${closing}${end}`),
    )
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.error).toBeUndefined()
    expect(textOf(chat.lastMessage)).toBe('Hello')
    expect(chat.lastMessage?.parts[1]).toMatchObject({
      type: 'tool-t',
      input: 'abc',
      inputEncoding: 'text',
    })
    expect(finishes).toMatchObject([{ isError: false, finishReason: 'other' }])
  })

  test.each([
    ['a cut', (body: ReturnType<typeof createTestBody>) => body.close(), 'truncated'],
    [
      'a broken connection',
      (body: ReturnType<typeof createTestBody>) => body.fail(new TypeError('terminated')),
      'connection-lost',
    ],
  ])('%s is a disconnect, and the text that came stays', async (_, fault, type) => {
    const body = createTestBody()
    const { chat, finishes, outcomes } = createChat({ fetch: async () => body.response })
    const sent = chat.sendMessage({ text: 'Hi' })
    await settled()
    body.write(opening)
    await settled()
    fault(body)
    await sent
    expect(textOf(chat.lastMessage)).toBe('Hel')
    expect(finishes).toMatchObject([{ isDisconnect: true, isAbort: false }])
    expect(outcomes).toMatchObject([{ type, text: 'Hel' }])
    expect(chat.error?.cause).toMatchObject({ code: type })
  })

  test('an error the server tells reaches the chat once', async () => {
    const { chat, finishes } = createChat(
      answering(opening + encode({ type: 'error', errorText: 'No.' })),
    )
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.error?.message).toBe('No.')
    expect(finishes).toMatchObject([{ isError: true, isDisconnect: false }])
  })

  test('an answer that is not a stream is an error, not an empty message', async () => {
    for (const response of [
      new Response('<p>Hi</p>', { headers: { 'content-type': 'text/html' } }),
      new Response('no', { status: 500 }),
    ]) {
      const { chat, outcomes } = createChat({ fetch: async () => response })
      await chat.sendMessage({ text: 'Hi' })
      expect(chat.status).toBe('error')
      expect(chat.error).toMatchObject({ code: 'not-a-stream' })
      expect(chat.messages).toHaveLength(1)
      expect(outcomes).toMatchObject([{ type: 'not-a-stream', status: response.status }])
    }
  })

  test('stop aborts the request and closes the body', async () => {
    const body = createTestBody()
    const { chat, finishes, outcomes } = createChat({ fetch: async () => body.response })
    const sent = chat.sendMessage({ text: 'Hi' })
    await settled()
    body.write(opening)
    await settled()
    await chat.stop()
    await sent
    expect(finishes).toMatchObject([{ isAbort: true, isError: false }])
    expect(outcomes).toMatchObject([{ type: 'aborted' }])
    expect(body.canceled()).toBeDefined()
  })

  test('a running stream is taken up again from its beginning', async () => {
    const urls: string[] = []
    const { chat } = createChat({
      api: 'https://app.example/chat/?x=1',
      fetch: async (url) => {
        urls.push(String(url))
        return respond(opening + closing + finish)
      },
    })
    await chat.resumeStream()
    await chat.resumeStream()
    expect(chat.messages).toHaveLength(1)
    expect(textOf(chat.lastMessage)).toBe('Hello')
    expect(urls[0]).toBe('https://app.example/chat/chat-1/stream?x=1')
  })

  test('an error of the server ends the stream of chunks without a second error', async () => {
    const given = {
      trigger: 'submit-message',
      chatId: '1',
      messageId: undefined,
      messages: [],
      abortSignal: undefined,
    } as const
    let told = 0
    for (const last of [{ type: 'error', errorText: 'No.' }, { type: 'abort' }] as const) {
      const stream = await createChatTransport(answering(opening + encode(last))).sendMessages({
        ...given,
        messages: [],
      })
      let newest: unknown
      for await (const chunk of stream) newest = chunk
      expect(newest).toEqual(last)
      told += 1
    }
    expect(told).toBe(2)
  })

  test('a stream of chunks that is canceled closes the body', async () => {
    const body = createTestBody()
    const transport = createChatTransport({ fetch: async () => body.response })
    const stream = await transport.reconnectToStream({ chatId: '1' })
    await stream?.cancel()
    expect(body.canceled()).toBeDefined()
  })

  test('no stream to take up is not an error', async () => {
    const { chat } = createChat({ fetch: async () => new Response(null, { status: 204 }) })
    await chat.resumeStream()
    expect(chat.messages).toEqual([])
    expect(chat.status).toBe('ready')
  })
})

describe('the request', () => {
  const message: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const given = {
    trigger: 'submit-message',
    chatId: 'a/b',
    messageId: undefined,
    messages: [message],
    abortSignal: undefined,
  } as const

  const send = async (options: ChatTransportOptions<UIMessage>, extra: object = {}) => {
    const calls: { url: string; init: RequestInit | undefined }[] = []
    const transport = createChatTransport<UIMessage>({
      ...options,
      fetch: async (url, init) => {
        calls.push({ url: String(url), init })
        return respond(finish)
      },
    })
    await transport.sendMessages({ ...given, messages: [message], ...extra })
    const [call] = calls
    if (!call) throw new Error('nothing was sent')
    return {
      url: call.url,
      init: call.init,
      headers: new Headers(call.init?.headers),
      body: JSON.parse(String(call.init?.body)),
    }
  }

  test('is that of the default transport', async () => {
    const { url, init, headers, body } = await send({})
    expect(url).toBe('/api/chat')
    expect(init?.method).toBe('POST')
    expect(init).not.toHaveProperty('credentials')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({ id: 'a/b', messages: [message], trigger: 'submit-message' })
  })

  test('takes headers, fields and credentials, given or made anew; those of the request win', async () => {
    const { init, headers, body } = await send(
      {
        headers: async () => ({ authorization: 'Bearer 1', 'x-a': 'old' }),
        body: () => ({ site: 's', a: 1 }),
        credentials: 'include',
      },
      { headers: { 'X-A': 'new' }, body: { a: 2 } },
    )
    expect(Object.fromEntries(headers)).toEqual({
      authorization: 'Bearer 1',
      'x-a': 'new',
      'content-type': 'application/json',
    })
    expect(init?.credentials).toBe('include')
    expect(body).toMatchObject({ site: 's', a: 2, id: 'a/b' })
  })

  test('may have a body of its own', async () => {
    const { body } = await send({
      toBody: async ({ messages }) => ({ text: textOf(messages.at(-1)), stream: true }),
    })
    expect(body).toEqual({ text: 'Hi', stream: true })
  })

  test('encodes the chat id, and refuses one that would leave its path', async () => {
    const urls: string[] = []
    const transport = createChatTransport({
      fetch: async (url) => {
        urls.push(String(url))
        return new Response(null, { status: 204 })
      },
    })
    expect(await transport.reconnectToStream({ chatId: 'a/b?c' })).toBeNull()
    expect(urls).toEqual(['/api/chat/a%2Fb%3Fc/stream'])
    for (const chatId of ['.', '..'])
      await expect(transport.reconnectToStream({ chatId })).rejects.toMatchObject({
        code: 'invalid-chat-id',
      })
    expect(urls).toHaveLength(1)
  })
})

import { AbstractChat, type ChatState, type ChatStatus, type UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import type { ChatOutcome, ChatTransportOptions } from '../../../chat-stream/src/index.ts'
import {
  CHAT_STREAM_DONE,
  type ChatChunk,
  ChatStreamError,
  createChatTransport,
  encodeChatChunk,
} from '../../../chat-stream/src/index.ts'
import { createTestBody, respond, settled } from '../../../chat-stream/test/support/sources.ts'

/** The state of `useChat`, without React. */
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
  const errors: Error[] = []
  const chat = new TestChat({
    id: 'chat-1',
    state: createState(),
    transport: createChatTransport<UIMessage>({
      ...options,
      onOutcome: (outcome) => outcomes.push(outcome),
    }),
    onFinish: ({ isAbort, isDisconnect, isError, finishReason }) =>
      finishes.push({ isAbort, isDisconnect, isError, finishReason }),
    onError: (error) => errors.push(error),
  })
  return { chat, finishes, outcomes, errors }
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

describe('with the chat of the AI SDK, the transport', () => {
  test('streams a complete answer', async () => {
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

  test('survives unknown chunks, reasons and encodings, and malformed events', async () => {
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
  ])('reports %s as a disconnect, and keeps the text that arrived', async (_, fault, type) => {
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

  test('reports an error of the server once', async () => {
    const { chat, finishes, errors } = createChat(
      answering(opening + encode({ type: 'error', errorText: 'No.' })),
    )
    await chat.sendMessage({ text: 'Hi' })
    expect(errors.map(({ message }) => message)).toEqual(['No.'])
    expect(chat.error).toBe(errors[0])
    expect(finishes).toMatchObject([{ isError: true, isDisconnect: false }])
  })

  test.each([
    [409, 'conflict', 'The session answers another message.'],
    [429, 'rate_limited', 'Too many requests: wait 12 seconds.'],
    [502, 'internal_error', 'The agent did not answer.'],
  ])(
    'passes the code and sentence of a refusal with %i to onError',
    async (status, code, detail) => {
      const headers = { 'content-type': 'application/problem+json' }
      const body = JSON.stringify({ title: 'Refused', status, code, detail, request_id: 'req_1' })
      const { chat, errors } = createChat({
        fetch: async () => new Response(body, { status, headers }),
      })
      await chat.sendMessage({ text: 'Hi' })
      expect(errors).toHaveLength(1)
      expect(errors[0]).toBeInstanceOf(ChatStreamError)
      expect(errors[0]).toMatchObject({ code, status, message: detail, requestId: 'req_1' })
      expect(chat.error).toBe(errors[0])
      expect(chat.status).toBe('error')
    },
  )

  test('reports an answer that is not a stream as an error, not as an empty message', async () => {
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

  test('ends as aborted on stop, and cancels the body of the answer', async () => {
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

  test('resumes a running stream from its start', async () => {
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

  test('reports no error if there is no stream to resume', async () => {
    const { chat } = createChat({ fetch: async () => new Response(null, { status: 204 }) })
    await chat.resumeStream()
    expect(chat.messages).toEqual([])
    expect(chat.status).toBe('ready')
  })
})

import { describe, expect, test } from 'vitest'
import type { ChatTransportOptions } from '../src/index.ts'
import {
  CHAT_STREAM_DONE,
  type ChatChunk,
  createChatTransport,
  encodeChatChunk,
} from '../src/index.ts'
import { createTestBody, respond } from './support/sources.ts'

/** A message of an application. */
interface UserMessage {
  id: string
  role: 'user'
  parts: { type: 'text'; text: string }[]
}

const encode = (...chunks: ChatChunk[]) => chunks.map(encodeChatChunk).join('')
const opening = encode(
  { type: 'start', messageId: 'm1' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'Hel' },
)
const finish = encode({ type: 'finish', finishReason: 'stop' }) + CHAT_STREAM_DONE
const answering = (text: string) => ({ fetch: async () => respond(text) })
const textOf = (message: UserMessage | undefined) => message?.parts.map(({ text }) => text).join('')

describe('the stream of chunks', () => {
  test('ends with an error or an abort from the server, without a second error', async () => {
    const request = {
      trigger: 'submit-message',
      chatId: '1',
      messageId: undefined,
      messages: [],
      abortSignal: undefined,
    } as const
    let endings = 0
    for (const last of [{ type: 'error', errorText: 'No.' }, { type: 'abort' }] as const) {
      const stream = await createChatTransport(answering(opening + encode(last))).sendMessages({
        ...request,
        messages: [],
      })
      let newest: unknown
      for await (const chunk of stream) newest = chunk
      expect(newest).toEqual(last)
      endings += 1
    }
    expect(endings).toBe(2)
  })

  test('closes the body when it is canceled', async () => {
    const body = createTestBody()
    const transport = createChatTransport({ fetch: async () => body.response })
    const stream = await transport.reconnectToStream({ chatId: '1' })
    await stream?.cancel()
    expect(body.canceled()).toBeDefined()
  })
})

describe('the request', () => {
  const message: UserMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const request = {
    trigger: 'submit-message',
    chatId: 'a/b',
    messageId: undefined,
    messages: [message],
    abortSignal: undefined,
  } as const

  const send = async (options: ChatTransportOptions<UserMessage>, extra: object = {}) => {
    const calls: { url: string; init: RequestInit | undefined }[] = []
    const transport = createChatTransport<UserMessage>({
      ...options,
      fetch: async (url, init) => {
        calls.push({ url: String(url), init })
        return respond(finish)
      },
    })
    await transport.sendMessages({ ...request, messages: [message], ...extra })
    const [call] = calls
    if (!call) throw new Error('nothing was sent')
    return {
      url: call.url,
      init: call.init,
      headers: new Headers(call.init?.headers),
      body: JSON.parse(String(call.init?.body)),
    }
  }

  test('is by default a POST to /api/chat with the id, the messages and the trigger', async () => {
    const { url, init, headers, body } = await send({})
    expect(url).toBe('/api/chat')
    expect(init?.method).toBe('POST')
    expect(init).not.toHaveProperty('credentials')
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toEqual({ id: 'a/b', messages: [message], trigger: 'submit-message' })
  })

  test('has the configured headers, fields and credentials, unless a single request overrides them', async () => {
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

  test('may have a custom body', async () => {
    const { body } = await send({
      toBody: async ({ messages }) => ({ text: textOf(messages.at(-1)), stream: true }),
    })
    expect(body).toEqual({ text: 'Hi', stream: true })
  })

  test('has the encoded chat id in its path, and is not sent if the id would change the path', async () => {
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

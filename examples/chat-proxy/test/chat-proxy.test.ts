import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CHAT_STREAM_HEADERS,
  ChatStreamError,
  createChatTransport,
  encodeChatChunk,
  readChatStream,
} from '@doorkit/chat-stream'
import { type Client, createClient } from '@doorkit/client'
import { createTestWorkspace } from '@doorkit/client/testing'
import type { Agent } from '@doorkit/server'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createChatProxy } from '../src/chat-proxy.ts'
import { createReadmeProxy } from './readme-proxy.ts'

/** Starts a proxy. Returns a function that sends the proxy a text, as a browser would. */
async function open(client: Client, createProxy: (client: Client) => Server = createChatProxy) {
  const server = createProxy(client)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return (text: string, init: RequestInit = {}) => {
    // The example reads `text`, and the route in the README reads the `messages` of useChat.
    const body = JSON.stringify({ text, messages: [{ parts: [{ type: 'text', text }] }] })
    return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, ...init })
  }
}

afterEach(() => {
  vi.restoreAllMocks()
})

const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

describe.each([
  ['example', createChatProxy],
  ['README', createReadmeProxy],
])('with the proxy of the %s', (_name, createProxy) => {
  /** Sends a message with a cookie, reads the whole answer, and returns the answer's cookie. */
  async function sayWith(say: Awaited<ReturnType<typeof open>>, cookie: string) {
    const answer = await say('Hello', { headers: { cookie } })
    expect((await readChatStream(answer).outcome).type).toBe('complete')
    return cookieOf(answer)
  }

  test('an erased visitor can continue, and nothing from before the erasure is left', async () => {
    await using workspace = await createTestWorkspace()
    const { client } = workspace
    const email = 'ada@example.com'
    const { id } = await client.chatSessions.create({ visitor: { email } })
    const cookie = `chat=${id}`
    const say = await open(client, createProxy)
    expect(await sayWith(say, cookie)).toBe(cookie)
    await client.privacy.erase({ email })
    expect(await sayWith(say, cookie)).toBe(cookie)
    expect((await client.chatSessions.get(id)).messages).toHaveLength(2)
  })

  test('a session that no longer exists is replaced once, by one that stays', async () => {
    await using workspace = await createTestWorkspace()
    const say = await open(workspace.client, createProxy)
    const renewed = await sayWith(say, 'chat=chs_01m4qq54e0e0xbh0nzcv93vdfw')
    expect(await sayWith(say, renewed)).toBe(renewed)
    expect((await workspace.client.chatSessions.get(renewed.slice(5))).messages).toHaveLength(4)
  })

  test('a cookie of another workspace gets a session of this one', async () => {
    await using workspace = await createTestWorkspace()
    await using other = await createTestWorkspace()
    const foreign = await other.client.chatSessions.create()
    const say = await open(workspace.client, createProxy)
    const renewed = await sayWith(say, `theme=dark; chat=${foreign.id}`)
    expect(renewed).not.toBe(`chat=${foreign.id}`)
    expect((await workspace.client.chatSessions.get(renewed.slice(5))).messages).toHaveLength(2)
    expect((await other.client.chatSessions.get(foreign.id)).messages).toEqual([])
  })

  test.each([
    ['an unknown id', 'chat=chs_1'],
    ['a long id', `chat=chs_${'a'.repeat(4_000)}`],
    ['a path', 'chat=chs_../../contacts'],
    ['an id of another kind', 'chat=ct_1'],
    ['nothing', 'chat='],
  ])('a forged cookie gets a new session: %s', async (_kind, cookie) => {
    await using workspace = await createTestWorkspace()
    const say = await open(workspace.client, createProxy)
    const renewed = await sayWith(say, cookie)
    expect((await workspace.client.chatSessions.get(renewed.slice(5))).messages).toHaveLength(2)
  })

  test('if a session no longer exists, two tabs that ask in it at the same time are both answered', async () => {
    await using workspace = await createTestWorkspace()
    const say = await open(workspace.client, createProxy)
    const cookies = await Promise.all([sayWith(say, 'chat=chs_1'), sayWith(say, 'chat=chs_1')])
    for (const cookie of cookies) {
      const session = await workspace.client.chatSessions.get(cookie.slice(5))
      expect(session.messages).toHaveLength(2)
    }
  })

  test('while one tab is answered, a second tab gets the code "conflict" and a sentence', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let goOn: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const agent: Agent = {
      async *reply() {
        yield { type: 'text-start', id: 'a' }
        yield { type: 'text-delta', id: 'a', delta: 'Hello' }
        await gate
        yield { type: 'text-end', id: 'a' }
      },
    }
    await using workspace = await createTestWorkspace({ server: { agent } })
    const { id } = await workspace.client.chatSessions.create()
    const say = await open(workspace.client, createProxy)
    const headers = { cookie: `chat=${id}` }
    const first = await say('Hello', { headers })
    const transport = createChatTransport({ fetch: () => say('Hello?', { headers }) })
    const second = transport.sendMessages({
      trigger: 'submit-message',
      chatId: id,
      messages: [],
      messageId: undefined,
      abortSignal: undefined,
    })
    const failure = second.catch((caught: unknown) => caught)
    // The server waits a moment, in case the first tab has just disconnected.
    const { requests, clock } = workspace
    const isAsked = () => requests.filter(({ path }) => path.endsWith('/messages')).length === 2
    await vi.waitFor(() => expect(isAsked()).toBe(true))
    while (requests.at(-1)?.status === null) await clock.advance(100)
    const error = await failure
    expect(error).toBeInstanceOf(ChatStreamError)
    expect(error).toMatchObject({ code: 'conflict', status: 409 })
    expect((error as Error).message).toMatch(/^[A-Z].*\.$/)
    goOn()
    expect(await readChatStream(first).text()).toBe('Hello')
  })
})

test('each visitor gets answers in a session of their own, which the cookie continues', async () => {
  await using workspace = await createTestWorkspace()
  const say = await open(workspace.client)
  const first = await say('Hello')
  const cookie = cookieOf(first)
  expect(cookie).toMatch(/^chat=chs_/)
  expect(await readChatStream(first).text()).not.toBe('')
  const second = await say('And now?', { headers: { cookie } })
  expect(second.headers.get('set-cookie')).toContain(cookie)
  expect((await readChatStream(second).outcome).type).toBe('complete')
  const session = await workspace.client.chatSessions.get(cookie.slice(5))
  expect(session.messages).toHaveLength(4)
  expect(cookieOf(await say('Hello'))).not.toBe(cookie)
})

test('when the browser disconnects, the proxy cancels the answer of the API', async () => {
  let cancel: () => void = () => {}
  const canceled = new Promise<void>((resolve) => {
    cancel = resolve
  })
  const start = new TextEncoder().encode(encodeChatChunk({ type: 'start', messageId: 'msg_1' }))
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(start),
    cancel: () => cancel(),
  })
  const client = createClient({
    apiKey: 'dk_test_1',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () => new Response(body, { headers: CHAT_STREAM_HEADERS }),
  })
  const say = await open(client)
  const browser = new AbortController()
  const headers = { cookie: 'chat=chs_1' }
  const answer = await say('Hello', { signal: browser.signal, headers })
  await answer.body?.getReader().read()
  browser.abort()
  await canceled
})

test('if the chat does not answer, the browser gets a 502 without details', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createClient({
    apiKey: 'dk_test_1',
    baseUrl: 'https://api.example.com/v1',
    maxRetries: 0,
    fetch: async () => new Response('stack trace', { status: 500 }),
  })
  const answer = await (await open(client))('Hello')
  const problem = { status: 502, code: 'no_answer', detail: 'The chat does not answer.' }
  expect([answer.status, await answer.json()]).toEqual([502, problem])
  expect(error).toHaveBeenCalledOnce()
})

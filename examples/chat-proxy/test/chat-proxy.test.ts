import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { CHAT_STREAM_HEADERS, encodeChatChunk, readChatStream } from '@doorkit/chat-stream'
import { type Client, createClient } from '@doorkit/client'
import { createTestWorkspace } from '@doorkit/client/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createChatProxy } from '../src/chat-proxy.ts'

/** Sends a text to a proxy over a client, as a browser would. */
async function open(client: Client) {
  const server = createChatProxy(client)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return (text: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: JSON.stringify({ text }), ...init })
}

test('a visitor gets answers in a session of their own', async () => {
  await using workspace = await createTestWorkspace()
  const say = await open(workspace.client)
  const first = await say('Hello')
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^chat=chs_/)
  expect(await readChatStream(first).text()).not.toBe('')
  const second = await say('And now?', { headers: { cookie } })
  expect(second.headers.get('set-cookie')).toContain(cookie)
  expect((await readChatStream(second).outcome).type).toBe('complete')
  const session = await workspace.client.chatSessions.get(cookie.slice(5) as `chs_${string}`)
  expect(session.messages.length).toBeGreaterThanOrEqual(4)
})

test('a browser that leaves ends the answer where it comes from', async () => {
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

test('a chat that does not answer is a 502 without details', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createClient({
    apiKey: 'dk_test_1',
    baseUrl: 'https://api.example.com/v1',
    maxRetries: 0,
    fetch: async () => new Response('stack trace', { status: 500 }),
  })
  const answer = await (await open(client))('Hello')
  expect([answer.status, await answer.text()]).toEqual([502, 'The chat does not answer.'])
  expect(error).toHaveBeenCalledOnce()
})

import { expect, test } from 'vitest'
import { agentOf, textChunks, waitingAgent } from '../../../support/agents.ts'
import { type Host, serveKit } from '../../../support/host.ts'
import type { Call } from '../../../support/kit.ts'

const once = { 'Idempotency-Key': 'once' }

/** Opens a chat session, and returns the path to which messages are sent. */
async function openSession(call: Call): Promise<string> {
  return `/chat/sessions/${(await call('POST', '/chat/sessions', { body: {} })).json.id}/messages`
}

/** A repeat while the first request runs, or after it failed (docs/api.md#idempotency). */
export function runningRules(host: Host): void {
  test('an idempotency key whose first request still runs is refused, with a Retry-After of one second', async () => {
    const waiting = waitingAgent()
    const { call } = await serveKit(host, { agent: waiting.agent })
    const path = await openSession(call)
    const send = () => call('POST', path, { body: { text: 'Hello' }, headers: once })
    const first = send()
    await waiting.started()
    const { status, json, headers } = await send()
    expect([status, json.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(json.param).toBe('Idempotency-Key')
    expect(headers.get('retry-after')).toBe('1')
    waiting.release()
    const { text } = await first
    expect((await send()).text).toBe(text)
  })

  test('while an idempotency key is in use, another request with it is refused as a reuse', async () => {
    const waiting = waitingAgent()
    const { call } = await serveKit(host, { agent: waiting.agent })
    const path = await openSession(call)
    const first = call('POST', path, { body: { text: 'Hello' }, headers: once })
    await waiting.started()
    const { status, json } = await call('POST', path, { body: { text: 'Bye' }, headers: once })
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
    waiting.release()
    expect((await first).status).toBe(200)
  })

  // docs/api.md#idempotency
  test('an answer of 502 is not stored: the idempotency key is free again', async () => {
    let failures = 1
    const agent = agentOf(() => {
      failures -= 1
      if (failures >= 0) throw new Error('overloaded')
      return textChunks('Here I am.')
    })
    const { call } = await serveKit(host, { agent })
    const path = await openSession(call)
    const send = () => call('POST', path, { body: { text: 'Hello' }, headers: once })
    expect((await send()).status).toBe(502)
    const second = await send()
    expect([second.status, second.json.message.text]).toEqual([200, 'Here I am.'])
    expect(second.headers.get('idempotent-replayed')).toBeNull()
    expect((await send()).text).toBe(second.text)
  })

  // docs/api.md#idempotency
  test('a stream keeps its idempotency key in use while it runs, and frees the key at the end', async () => {
    const waiting = waitingAgent()
    const { send, kit, call } = await serveKit(host, { agent: waiting.agent })
    const path = await openSession(call)
    const init = {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${kit.key.secret}`,
        'Content-Type': 'application/json',
        ...once,
      },
      body: JSON.stringify({ text: 'Hello', stream: true }),
    }
    const first = await send(path, init)
    expect(first.headers.get('content-type')).toBe('text/event-stream')
    expect(first.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(first.headers.get('ratelimit-limit')).toBe('60')
    await waiting.started()
    expect((await send(path, init)).status).toBe(409)
    waiting.release()
    const text = await first.text()
    expect(text).toContain('One moment.')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    const second = await send(path, init)
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, null])
    await waiting.started()
    waiting.release()
    expect(await second.text()).toContain(' Done.')
    // The repeat stored a second answer, but not its question again.
    const session = path.replace('/messages', '')
    expect((await call('GET', session)).json.messages).toHaveLength(3)
  })
}

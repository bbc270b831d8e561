import { expect, test } from 'vitest'
import { waitingAgent } from '../../../support/agents.ts'
import { until } from '../../../support/faulty-store.ts'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { setHostileScene } from './hostile-scene.ts'

const once = { 'Idempotency-Key': 'once' }

/** Clients that hang up before they have their answer. */
export function hangUps(host: Host): void {
  test('a request whose client hangs up during the body changes nothing', async () => {
    const { open, json, call, servesOn } = await setHostileScene(host)
    const bodies = ['', '{"email":', '{"email":"ada@example.com"}']
    for (const part of bodies) {
      const socket = await open()
      const length = { 'Content-Length': '28' }
      socket.write(rawRequest('POST', '/v1/contacts', { ...json, ...once, ...length }))
      socket.write(part)
      await servesOn()
      socket.socket.resetAndDestroy()
      await socket.closed
    }
    expect(bodies).toHaveLength(3)
    await servesOn()
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    const body = { email: 'ada@example.com' }
    expect((await call('POST', '/contacts', { body, headers: once })).status).toBe(200)
  })

  test('if a client hangs up before the answer, the turn is stored, and its answer can be fetched', async () => {
    const waiting = waitingAgent()
    const { open, json, call, servesOn } = await setHostileScene(host, { agent: waiting.agent })
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const path = `/chat/sessions/${id}/messages`
    const body = JSON.stringify({ text: 'Hello' })
    const socket = await open()
    socket.write(rawRequest('POST', `/v1${path}`, { ...json, ...once }, body))
    await waiting.started()
    socket.socket.resetAndDestroy()
    await socket.closed
    waiting.release()
    const readTranscript = async () => (await call('GET', `/chat/sessions/${id}`)).json.messages
    await until(async () => (await readTranscript()).length === 2)
    const replay = await call('POST', path, { body, headers: once })
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(replay.json.message.text).toBe('One moment. Done.')
    expect(await readTranscript()).toHaveLength(2)
    await servesOn()
  })

  test('if a client hangs up during a stream, the turn is stored and the idempotency key is freed', async () => {
    const waiting = waitingAgent()
    const { open, json, call, servesOn } = await setHostileScene(host, { agent: waiting.agent })
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const path = `/chat/sessions/${id}/messages`
    const body = JSON.stringify({ text: 'Hello', stream: true })
    const socket = await open()
    socket.write(rawRequest('POST', `/v1${path}`, { ...json, ...once }, body))
    await until(() => socket.text().includes('One moment.'))
    socket.socket.resetAndDestroy()
    await socket.closed
    waiting.release()
    const readTranscript = async () => (await call('GET', `/chat/sessions/${id}`)).json.messages
    await until(async () => (await readTranscript()).length === 2)
    expect((await readTranscript())[1].text).toBe('One moment. Done.')
    const again = call('POST', path, { body, headers: once })
    await waiting.started()
    waiting.release()
    expect((await again).text).toContain('[DONE]')
    // The repeat stored a second answer, but not its question again.
    expect(await readTranscript()).toHaveLength(3)
    await servesOn()
  })

  for (const stream of [false, true]) {
    test(`the next message waits for a turn whose client hung up (streamed: ${stream})`, async () => {
      const waiting = waitingAgent()
      const { open, json, call, servesOn } = await setHostileScene(host, { agent: waiting.agent })
      const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
      const path = `/chat/sessions/${id}/messages`
      const socket = await open()
      socket.write(
        rawRequest('POST', `/v1${path}`, json, JSON.stringify({ text: 'Hello', stream })),
      )
      await waiting.started()
      if (stream) await until(() => socket.text().includes('One moment.'))
      socket.socket.resetAndDestroy()
      await socket.closed
      await servesOn()
      const next = call('POST', path, { body: { text: 'Still there?' } })
      await servesOn()
      waiting.release()
      await waiting.started()
      waiting.release()
      expect((await next).status).toBe(200)
      const { messages } = (await call('GET', `/chat/sessions/${id}`)).json
      expect(messages.map(({ text }: { text: string }) => text)).toEqual([
        'Hello',
        'One moment. Done.',
        'Still there?',
        'One moment. Done.',
      ])
    })
  }

  test('a client that does not read a stream does not stop the turn', async () => {
    const waiting = waitingAgent()
    const { open, json, call, servesOn } = await setHostileScene(host, { agent: waiting.agent })
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const body = JSON.stringify({ text: 'Hello', stream: true })
    const socket = await open()
    socket.socket.pause()
    socket.write(rawRequest('POST', `/v1/chat/sessions/${id}/messages`, json, body))
    await waiting.started()
    waiting.release()
    const readTranscript = async () => (await call('GET', `/chat/sessions/${id}`)).json.messages
    await until(async () => (await readTranscript()).length === 2)
    await servesOn()
  })
}

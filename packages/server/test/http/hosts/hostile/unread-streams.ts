import { expect, test } from 'vitest'
import { agentOf } from '../../../support/agents.ts'
import { until } from '../../../support/faulty-store.ts'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { setHostileScene, untilStill } from './hostile-scene.ts'

const megabyte = 1_048_576
const chunkBytes = 65_536
/** This is more than the buffers of a connection hold: the system's buffers at both ends, and Node's. */
const offeredBytes = 20 * megabyte
/** The buffers of a connection hold less than this. */
const heldBytes = 14 * megabyte

/** An agent that yields many chunks, and counts their bytes. */
function countingAgent() {
  const count = { produced: 0, ended: 0, aborted: 0 }
  const data = 'x'.repeat(chunkBytes)
  const agent = agentOf(async function* ({ signal }) {
    try {
      for (let bytes = 0; bytes < offeredBytes; bytes += chunkBytes) {
        count.produced += chunkBytes
        yield { type: 'data-part', data }
        // This lets other work run while nothing slows the agent down.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      count.ended += 1
      if (signal.aborted) count.aborted += 1
    }
  })
  return { agent, count }
}

/** Clients that request a stream and do not read it. */
export function slowReaders(host: Host): void {
  const readers = 2

  /** Requests streams on connections that nobody reads, and waits until the agent produces no more. */
  async function ignoreStreams(onDisconnect: 'finish' | 'abort') {
    const { agent, count } = countingAgent()
    const scene = await setHostileScene(host, { agent, onDisconnect })
    const body = JSON.stringify({ text: 'Hello', stream: true })
    const sessions: string[] = []
    const sockets = []
    for (let reader = 0; reader < readers; reader += 1) {
      const { id } = (await scene.call('POST', '/chat/sessions', { body: {} })).json
      const socket = await scene.open()
      socket.socket.pause()
      const headers = { ...scene.json, Connection: 'close' }
      socket.write(rawRequest('POST', `/v1/chat/sessions/${id}/messages`, headers, body))
      sessions.push(id)
      sockets.push(socket)
    }
    await until(() => count.produced > readers * chunkBytes)
    await untilStill(() => count.produced)
    return { ...scene, count, sessions, sockets }
  }

  test('a client that does not read makes the agent wait, and is disconnected; then the turn continues', async () => {
    const { kit, call, count, sessions, sockets, servesOn } = await ignoreStreams('finish')
    expect(count.produced).toBeLessThan(readers * heldBytes)
    expect(count.ended).toBe(0)
    await servesOn()
    kit.clock.advance(30_000)
    for (const { socket, closed, text } of sockets) {
      socket.resume()
      await closed
      expect(text()).not.toContain('[DONE]')
    }
    await until(() => count.ended === readers)
    expect(count).toEqual({ produced: readers * offeredBytes, ended: readers, aborted: 0 })
    for (const id of sessions) {
      const readMessages = async () => (await call('GET', `/chat/sessions/${id}`)).json.messages
      await until(async () => (await readMessages()).length === 2)
    }
    await servesOn()
  })

  test('a client that does not read ends the turn if the host has chosen `abort`', async () => {
    const { kit, call, count, sessions, sockets } = await ignoreStreams('abort')
    kit.clock.advance(30_000)
    await until(() => count.ended === readers)
    expect(count.aborted).toBe(readers)
    expect(count.produced).toBeLessThan(readers * heldBytes)
    for (const { socket, closed } of sockets) {
      socket.resume()
      await closed
    }
    for (const id of sessions) {
      const { messages } = (await call('GET', `/chat/sessions/${id}`)).json
      expect(messages).toMatchObject([{ role: 'user' }])
    }
  })

  test('a client that begins to read in time gets everything', async () => {
    const { kit, sockets } = await ignoreStreams('abort')
    kit.clock.advance(29_999)
    for (const { socket } of sockets) socket.resume()
    for (const { closed, answers } of sockets) {
      await closed
      const [answer] = answers()
      expect(answer?.body.length).toBeGreaterThan(offeredBytes)
      expect(answer?.body.endsWith('data: [DONE]\n\n')).toBe(true)
    }
  })
}

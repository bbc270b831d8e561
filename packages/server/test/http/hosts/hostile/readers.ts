import { expect, test } from 'vitest'
import { agentOf } from '../../../support/agents.ts'
import { until } from '../../../support/faulty-store.ts'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { setHostileScene } from './setting.ts'

const megabyte = 1_048_576
const chunkBytes = 65_536
/** Of one stream: nearly all that a turn may take. */
const offeredBytes = 14 * chunkBytes
/** More than the buffers of a connection take: the system's of both ends, and Node's. */
const heldBytes = 14 * megabyte

/** An agent that offers a lot, and counts what was taken from it. */
function countingAgent() {
  const count = { produced: 0, ended: 0, aborted: 0 }
  const data = 'x'.repeat(chunkBytes)
  const agent = agentOf(async function* ({ signal }) {
    try {
      for (let bytes = 0; bytes < offeredBytes; bytes += chunkBytes) {
        count.produced += chunkBytes
        yield { type: 'data-part', data }
        // So that others have their turn where nobody slows the agent.
        await new Promise((resolve) => setImmediate(resolve))
      }
    } finally {
      count.ended += 1
      if (signal.aborted) count.aborted += 1
    }
  })
  return { agent, count }
}

/** Resolves once a figure has not moved while the process did a lot else. */
async function untilStill(figure: () => number): Promise<void> {
  let last = figure()
  let since = 0
  await until(() => {
    since = figure() === last ? since + 1 : 0
    last = figure()
    return since > 500
  })
}

/** Clients that ask for streams, one after the other on a connection each, and do not read them. */
export function slowReaders(host: Host): void {
  const readers = 2

  /** Asks until the buffers of every connection are full: its last stream moves no more. */
  async function ignoreStreams(onDisconnect: 'finish' | 'abort') {
    const { agent, count } = countingAgent()
    const scene = await setHostileScene(host, { agent, onDisconnect })
    const body = JSON.stringify({ text: 'Hello', stream: true })
    const connections = []
    let asked = 0
    for (let reader = 0; reader < readers; reader += 1) {
      const socket = await scene.open()
      socket.socket.pause()
      const sessions: string[] = []
      const before = count.produced
      do {
        const { id } = (await scene.call('POST', '/chat/sessions', { body: {} })).json
        const started = count.produced
        socket.write(rawRequest('POST', `/v1/chat/sessions/${id}/messages`, scene.json, body))
        sessions.push(id)
        asked += 1
        await until(() => count.produced > started)
        await untilStill(() => count.produced)
      } while (count.ended === asked - reader)
      expect(count.produced - before).toBeLessThan(heldBytes)
      connections.push({ ...socket, sessions })
    }
    return { ...scene, count, asked, connections }
  }

  test('who does not read slows the agent, and is cut off; the turn goes on without it', async () => {
    const { kit, call, count, asked, connections, servesOn } = await ignoreStreams('finish')
    await servesOn()
    kit.clock.advance(30_000)
    for (const { socket, sessions, closed, answers } of connections) {
      socket.resume()
      await closed
      expect(answers().length).toBeLessThan(sessions.length)
    }
    await until(() => count.ended === asked)
    expect(count).toEqual({ produced: asked * offeredBytes, ended: asked, aborted: 0 })
    for (const id of connections.flatMap(({ sessions }) => sessions)) {
      const messages = async () => (await call('GET', `/chat/sessions/${id}`)).json.messages
      await until(async () => (await messages()).length === 2)
    }
    await servesOn()
  })

  test('who does not read ends the turn where the host says abort', async () => {
    const { kit, call, count, asked, connections } = await ignoreStreams('abort')
    const produced = count.produced
    kit.clock.advance(30_000)
    await until(() => count.ended === asked)
    expect(count).toEqual({ produced, ended: asked, aborted: readers })
    for (const { socket, sessions, closed } of connections) {
      socket.resume()
      await closed
      const last = await call('GET', `/chat/sessions/${sessions.at(-1)}`)
      expect(last.json.messages).toEqual([])
    }
  })

  test('who begins to read in time gets everything', async () => {
    const { kit, connections } = await ignoreStreams('abort')
    kit.clock.advance(29_999)
    for (const { socket, sessions, answered } of connections) {
      socket.resume()
      const answers = await answered(sessions.length)
      expect(answers).toHaveLength(sessions.length)
      for (const { body } of answers) {
        expect(body.length).toBeGreaterThan(offeredBytes)
        expect(body.endsWith('data: [DONE]\n\n')).toBe(true)
      }
    }
  })
}

import { expect, test } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { setHostileScene, untilStill } from './hostile-scene.ts'

const requests = 250
/**
 * Each answer is longer than this, but too short to be sent in pieces. All answers together have more
 * than 15 MB, which is more than a connection can hold.
 */
const answerBytes = 60_000

/** Clients that send one request after the other and read no answer. */
export function unreadAnswers(host: Host): void {
  async function readNothing() {
    let reports = 0
    const onRequest = () => {
      reports += 1
    }
    const scene = await setHostileScene(host, { onRequest })
    for (const name of ['a', 'b', 'c', 'd']) {
      const texts = Array.from({ length: 30 }, (_, at) => [`text_${at}`, 'x'.repeat(480)])
      const body = { email: `${name}@example.com`, attributes: Object.fromEntries(texts) }
      await scene.call('POST', '/contacts', { body })
    }
    reports = 0
    const socket = await scene.open()
    socket.socket.pause()
    socket.write(rawRequest('GET', '/v1/contacts', scene.json).repeat(requests))
    await untilStill(() => reports)
    return { ...scene, ...socket, reports: () => reports }
  }

  test('while a client reads no answers, the server stops starting its requests', async () => {
    const { reports, servesOn, socket, answered } = await readNothing()
    expect(reports()).toBeLessThan(requests)
    await servesOn()
    socket.resume()
    const answers = await answered(requests)
    expect(answers).toHaveLength(requests)
    for (const { status, body } of answers) {
      expect([status, body.length > answerBytes, body.length < 65_536]).toEqual([200, true, true])
    }
  })

  test('a client that reads nothing of a short answer for 30 seconds is disconnected', async () => {
    const { kit, socket, closed, answers, servesOn } = await readNothing()
    kit.clock.advance(30_000)
    await servesOn()
    socket.resume()
    await closed
    expect(answers().length).toBeLessThan(requests)
  })

  test('a client that reads its answers within 30 seconds keeps its connection', async () => {
    const { kit, json, socket, write, answered } = await readNothing()
    kit.clock.advance(29_999)
    socket.resume()
    expect(await answered(requests)).toHaveLength(requests)
    kit.clock.advance(30_000)
    write(rawRequest('GET', '/v1/me', json))
    expect(await answered(requests + 1)).toHaveLength(requests + 1)
  })
}

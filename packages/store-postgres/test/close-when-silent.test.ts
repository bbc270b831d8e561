import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { closeWhenSilent, createProbe, NoAnswerError } from '../src/close-when-silent.ts'

/** A watched connection, and what happened to it. */
function watchedConnection(isReachable: boolean) {
  const events: string[] = []
  const stream = Object.assign(new EventEmitter(), {
    setTimeout: (ms: number) => void events.push(`wait ${ms}`),
    destroy: (error: Error) => void events.push(error.name),
  })
  const client = { connection: { stream } } as unknown as PoolClient
  const endWatch = closeWhenSilent(client, {
    afterMs: 2_000,
    async isReachable() {
      events.push('ask')
      return isReachable
    },
  })
  return {
    events,
    endWatch,
    async fallSilent() {
      stream.emit('timeout')
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('a silent connection is closed if its server is unreachable', async () => {
  const { events, fallSilent } = watchedConnection(false)
  await fallSilent()
  expect(events).toEqual(['wait 2000', 'ask', NoAnswerError.name])
})

test('a slow statement on a reachable server keeps its connection', async () => {
  const { events, fallSilent } = watchedConnection(true)
  await fallSilent()
  await fallSilent()
  expect(events).toEqual(['wait 2000', 'ask', 'wait 2000', 'ask', 'wait 2000'])
})

test.each([
  ['EPIPE', false],
  ['ECONNREFUSED', false],
  ['53300', true],
])('a check that ends with %s says whether the server answers: %s', async (code, isReachable) => {
  class FailingSocket extends Socket {
    override connect(): this {
      return this.destroy(Object.assign(new Error('refused'), { code }))
    }
  }
  const probe = createProbe({ stream: () => new FailingSocket() })
  expect(await probe()).toBe(isReachable)
})

test('a connection that nothing waits for may be silent', async () => {
  const { events, endWatch, fallSilent } = watchedConnection(false)
  const silence = fallSilent()
  endWatch()
  await silence
  await fallSilent()
  expect(events).toEqual(['wait 2000', 'ask', 'wait 0'])
})

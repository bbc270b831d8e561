import { createServer, request } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFirstRequestGate } from '../../../src/http/pipeline/new-connections.ts'
import { serveInOrder } from '../../../src/http/pipeline/serve-in-order.ts'
import { mostNewConnectionMs } from '../../../src/limits/bounds.ts'
import { listen } from '../../support/hosts.ts'

/** New connections in ticks that begin when the test says so. */
function manualTicks() {
  let looks: (() => void)[] = []
  let now = 0
  const begun: string[] = []
  const beginFirst = createFirstRequestGate(
    (look) => void looks.push(look),
    () => now,
  )
  return {
    begun,
    arrive: (name: string) => beginFirst(() => void begun.push(name)),
    /** @param tookMs - how long the last tick took. */
    next(tookMs = 0) {
      now += tookMs
      const due = looks
      looks = []
      for (const look of due) look()
    },
  }
}

test('first requests begin together, in the first tick without a new connection', () => {
  const { arrive, next, begun } = manualTicks()
  for (const name of ['a', 'b', 'c']) {
    arrive(name)
    next()
    expect(begun).toEqual([])
  }
  next()
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('first requests begin after 10 ms, however many connections arrive', () => {
  const { arrive, next, begun } = manualTicks()
  arrive('a')
  next()
  arrive('b')
  next(mostNewConnectionMs - 1)
  expect(begun).toEqual([])
  arrive('c')
  next(1)
  expect(begun).toEqual(['a', 'b', 'c'])
  arrive('d')
  next()
  next()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('five first requests begin in each tick', () => {
  const { arrive, next, begun } = manualTicks()
  for (let at = 0; at < 12; at += 1) arrive(`${at}`)
  next()
  for (const count of [5, 10, 12]) {
    next()
    expect(begun).toHaveLength(count)
  }
})

test('connections that arrive at the same time are all accepted before any of their requests begins', async () => {
  const order: string[] = []
  // The time stands still, so that a slow machine does not end the wait.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const server = createServer(({ socket }, outgoing) => {
    void serveInOrder({ connection: socket }, async () => {
      order.push('begins')
      outgoing.end()
    })
  })
  server.on('connection', () => order.push('accepted'))
  const origin = await listen(server)
  await Promise.all(
    Array.from(
      { length: 10 },
      () =>
        new Promise((resolve, reject) => {
          request(origin, { agent: false }, (answer) => answer.resume().on('end', resolve))
            .on('error', reject)
            .end()
        }),
    ),
  )
  expect(order).toEqual([...Array(10).fill('accepted'), ...Array(10).fill('begins')])
})

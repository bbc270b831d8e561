import { expect, test } from 'vitest'
import { serveInOrder } from '../../../src/http/pipeline/serve-in-order.ts'

/** Serves two requests, the first of which waits, and returns the order of their starts and ends. */
async function serveTwo(connection: object | undefined, outcome: 'is answered' | 'fails') {
  const order: string[] = []
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const first = serveInOrder({ connection }, async () => {
    order.push('first begins')
    await held
    order.push('first ends')
    if (outcome === 'fails') throw new Error('It failed.')
  }).catch(() => {})
  const second = serveInOrder({ connection }, async () => void order.push('second'))
  await new Promise(setImmediate)
  finish()
  await Promise.all([first, second])
  return order
}

test.each(['is answered', 'fails'] as const)(
  'a request is served when the one before it on its connection %s',
  async (outcome) => {
    expect(await serveTwo({}, outcome)).toEqual(['first begins', 'first ends', 'second'])
  },
)

test('requests without a known connection do not wait for each other', async () => {
  expect(await serveTwo(undefined, 'is answered')).toEqual(['first begins', 'second', 'first ends'])
})

test('while 256 requests of a connection are unanswered, the next one is refused, and other connections are served', async () => {
  const connection = {}
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const waiting = Array.from({ length: 256 }, () => serveInOrder({ connection }, () => held))
  const sendNext = () => serveInOrder({ connection }, async () => 'served')
  await expect(sendNext()).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
  await expect(serveInOrder({ connection: {} }, async () => 'served')).resolves.toBe('served')
  finish()
  await Promise.all(waiting)
  await expect(sendNext()).resolves.toBe('served')
})

/** The sending of an answer, which ends when the test says so. */
function trackSending() {
  let isUnderWay = true
  const ends: (() => void)[] = []
  const sending = {
    isUnderWay: () => isUnderWay,
    onWaiting() {},
    onSent: (run: () => void) => void ends.push(run),
    breakOff() {},
  }
  const end = () => {
    isUnderWay = false
    for (const run of ends) run()
  }
  return { sending: () => sending, end }
}

test('a request is served once the previous answer on its connection is sent', async () => {
  const connection = {}
  const order: string[] = []
  const ask = (name: string) => {
    const { sending, end } = trackSending()
    const answered = serveInOrder({ connection, sending }, async () => void order.push(name))
    return { answered, end }
  }
  const first = ask('first')
  await first.answered
  const second = ask('second')
  const third = ask('third')
  await new Promise(setImmediate)
  expect(order).toEqual(['first'])
  first.end()
  await second.answered
  await new Promise(setImmediate)
  expect(order).toEqual(['first', 'second'])
  second.end()
  await third.answered
  expect(order).toEqual(['first', 'second', 'third'])
})

test('between two requests of a connection, another connection is served', async () => {
  const order: string[] = []
  const ask = (connection: object, name: string) =>
    serveInOrder({ connection }, async () => void order.push(name))
  const connection = {}
  const all = [1, 2, 3].map((number) => ask(connection, `flood ${number}`))
  setImmediate(() => void ask({}, 'other'))
  await Promise.all(all)
  expect(order).toEqual(['flood 1', 'other', 'flood 2', 'flood 3'])
})

import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { serveInOrder } from '../../../src/http/mounts/serve-in-order.ts'

/** Serves two requests of one connection, the first of which waits; gives the order of what began and ended. */
async function serveTwo(httpVersionMajor: number, end: 'answers' | 'fails') {
  const connection = { httpVersionMajor, socket: new Socket() }
  const order: string[] = []
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const first = serveInOrder(connection, async () => {
    order.push('first begins')
    await held
    order.push('first ends')
    if (end === 'fails') throw new Error('It failed.')
  }).catch(() => {})
  const second = serveInOrder(connection, async () => void order.push('second'))
  await new Promise(setImmediate)
  finish()
  await Promise.all([first, second])
  return order
}

test.each(['answers', 'fails'] as const)(
  'a request of HTTP/1 is served when the one before it %s',
  async (end) => {
    expect(await serveTwo(1, end)).toEqual(['first begins', 'first ends', 'second'])
  },
)

test('requests of HTTP/2 share a connection and do not wait for each other', async () => {
  expect(await serveTwo(2, 'answers')).toEqual(['first begins', 'second', 'first ends'])
})

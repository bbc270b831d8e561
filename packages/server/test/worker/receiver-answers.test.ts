import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../src/index.ts'
import { createSender } from '../../src/webhooks/undici-sender.ts'
import { until } from '../support/faulty-store.ts'
import { type Answer, startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

const webhook = (url: string) => ({
  url,
  eventId: 'evt_1',
  payload: '{}',
  secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`],
})

/** A sender with this time limit, in real time. */
function senderWithin(timeoutMs = 150) {
  const sender = createSender({
    clock: systemClock,
    resolve: async () => ['127.0.0.1'],
    allowPrivate: true,
    timeoutMs,
  })
  onTestFinished(() => sender.close())
  return sender
}

// docs/api.md#deliveries
test('a missing answer is a failure after the time limit', async () => {
  const receiver = await startReceiver(() => {})
  expect(await senderWithin().send(webhook(receiver.url))).toMatchObject({
    status: null,
    error: 'No answer within 0.15 seconds',
    response: null,
  })
})

test('a 2xx is a success even if its body is too slow or incomplete', async () => {
  const answers: Answer[] = [
    (response) => void response.writeHead(200).write('so far'),
    (response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('so far', () => response.destroy())
    },
  ]
  for (const answer of answers) {
    const receiver = await startReceiver(answer)
    // Long enough for a busy machine to send the head of the answer in time.
    const outcome = await senderWithin(2_000).send(webhook(receiver.url))
    expect.soft(outcome).toMatchObject({ status: 200, error: null, response: 'so far' })
  }
  expect(answers).toHaveLength(2)
})

test('a failed connection and an answer that is not HTTP are failures that say why', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('this is not HTTP\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const closing = await startReceiver((response) => void response.destroy())
  const cases = [
    [`http://127.0.0.1:${port}/`, 'Connection failed'],
    ['http://127.0.0.1:1/', 'Connection refused'],
    [closing.url, 'Connection closed'],
  ] as const
  for (const [url, error] of cases) {
    const outcome = await senderWithin(5_000).send(webhook(url))
    expect.soft(outcome, url).toMatchObject({ status: null, error, response: null })
  }
  expect(cases).toHaveLength(3)
})

test('a host name with a private address is contacted if private addresses are allowed', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const outcome = await senderWithin(5_000).send(webhook(`http://receiver.example:${port}/`))
  expect(outcome).toMatchObject({ status: 204, error: null })
})

test('the reported duration is no longer than the call of the sender', async () => {
  const receiver = await startReceiver()
  const sender = senderWithin(5_000)
  const before = performance.now()
  const { durationMs } = await sender.send(webhook(receiver.url))
  expect(durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - before))
})

overMemory((openStore) => {
  test('the first 500 characters of the answer are stored', async () => {
    const text = `${'é'.repeat(499)}🙂and more`
    const { kit, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(200, text),
    })
    await kit.say()
    await kit.settle()
    const [{ response }] = await kit.deliveries(endpoint)
    expect(response).toBe(`${'é'.repeat(499)}🙂`)
  })

  test('NUL, which PostgreSQL refuses, is removed from an answer', async () => {
    const answer = status(500, 'a\0b')
    const { kit, endpoint } = await createDeliveryKit({ store: openStore(), answer })
    await kit.say()
    await kit.settle()
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ response: 'ab' })
  })

  test('an endless answer is cut, and counts by its status', async () => {
    let written = 0
    let closed = false
    const endless: Answer = (response) => {
      response.writeHead(200)
      response.on('close', () => {
        closed = true
      })
      const part = 'x'.repeat(16_384)
      const write = () => {
        while (!closed && response.write(part)) written += part.length
        if (!closed) response.once('drain', write)
      }
      write()
    }
    const { kit, endpoint } = await createDeliveryKit({ store: openStore(), answer: endless })
    await kit.say()
    await kit.settle()
    await until(() => closed)
    expect(written).toBeLessThan(8 * 1_048_576)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'delivered',
      response: 'x'.repeat(500),
    })
  })

  test('one pass sends everything that is due, even far more than it sends at the same time', async () => {
    const { kit, receiver } = await createDeliveryKit({
      store: openStore(),
      worker: { concurrency: 3 },
    })
    for (let number = 0; number < 60; number += 1) await kit.say()
    expect(await kit.settle()).toMatchObject({ built: 60, attempted: 60 })
    expect(receiver.received).toHaveLength(60)
  })
})

// docs/api.md#deliveries
test('the time limit of an attempt is 10 seconds', async () => {
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timeout.mockRestore())
  const { kit } = await createDeliveryKit()
  await kit.say()
  await kit.settle()
  expect(timeout.mock.calls.filter(([, ms]) => ms === 10_000)).toHaveLength(1)
})

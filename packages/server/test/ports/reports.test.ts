import { expect, test } from 'vitest'
import { type DeliveryReport, type Logger, type StepReport, silentLogger } from '../../src/index.ts'
import { connectionFailure } from '../../src/network/connection-failure.ts'
import { until } from '../support/faulty-store.ts'
import { status } from '../support/receiver.ts'
import { createDeliveryKit } from '../support/webhooks.ts'

type Options = Parameters<typeof createDeliveryKit>[0]

async function setUp(options: Options = {}) {
  const deliveries: DeliveryReport[] = []
  const steps: StepReport[] = []
  const made = await createDeliveryKit({
    onDelivery: (report) => deliveries.push(report),
    onStep: (report) => steps.push(report),
    ...options,
  })
  return { ...made, deliveries, steps }
}

test('every attempt is reported, with its outcome and the next attempt', async () => {
  const { kit, receiver, endpoint, deliveries } = await setUp({ answer: status(503, 'Ada') })
  await kit.say()
  await kit.settle()
  const [logged] = await kit.deliveries(endpoint)
  const [first] = deliveries
  expect(first).toEqual({
    at: kit.clock.now(),
    workspace: kit.workspace.id,
    endpoint: endpoint.id,
    delivery: logged.id,
    event: logged.event,
    eventType: 'conversation.started',
    attempt: 1,
    outcome: 'retrying',
    status: 503,
    errorCode: 'http_error',
    durationMs: logged.duration_ms,
    nextAttemptAt: Date.parse(logged.next_attempt_at),
  })
  await kit.call('POST', `/webhook_endpoints/${endpoint.id}/deliveries/${logged.id}/redeliver`)
  await kit.pass(0)
  expect(deliveries[1]).toMatchObject({
    attempt: null,
    outcome: 'retrying',
    nextAttemptAt: first?.nextAttemptAt,
  })
  await kit.runOut(endpoint)
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, null, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(deliveries.at(-1)).toMatchObject({ outcome: 'failed', nextAttemptAt: null })
  expect(deliveries).toHaveLength(receiver.received.length)

  receiver.answerWith(status(204))
  await kit.say()
  await kit.settle()
  const done = { attempt: 1, outcome: 'delivered', status: 204, errorCode: null }
  expect(deliveries.at(-1)).toMatchObject({ ...done, nextAttemptAt: null })
})

test('a sender that fails or returns no outcome in time is reported with a code', async () => {
  const answers = [() => Promise.reject(new Error('broken')), () => new Promise<never>(() => {})]
  let sent = 0
  const { kit, deliveries } = await setUp({
    sender: { send: () => answers[sent++ % 2]?.() as Promise<never>, close: async () => {} },
  })
  await kit.say()
  await kit.settle()
  expect(deliveries).toMatchObject([{ status: null, errorCode: 'sender_failed' }])
  const next = kit.pass(5)
  await until(() => sent === 2)
  kit.clock.advance(15_000)
  await next
  expect(deliveries[1]).toMatchObject({ errorCode: 'timeout', durationMs: 15_000 })
})

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ECONNREFUSED', 'connection_failed'],
  ['ENOTFOUND', 'name_not_found'],
  ['DOORKIT_PRIVATE_ADDRESS', 'address_refused'],
  ['toString', 'connection_failed'],
])('the connection error %s has the code %s', (cause, code) => {
  expect(connectionFailure(Object.assign(new Error(), { code: cause }), 10).code).toBe(code)
})

test('payloads, attempts and sweeps are reported, and so is a grading that fails', async () => {
  const { kit, steps } = await setUp({
    grader: {
      async grade() {
        throw new Error('broken')
      },
    },
  })
  await kit.say()
  await kit.settle()
  const workspace = kit.workspace.id
  const done = { workspace, outcome: 'done', rows: 1, at: kit.clock.now(), durationMs: 0 }
  expect(steps).toContainEqual({ ...done, step: 'built' })
  expect(steps).toContainEqual({ ...done, step: 'attempted' })
  expect(steps).toContainEqual({ ...done, step: 'sweep', workspace: null, rows: 0 })
  await kit.pass(31)
  expect(steps).toContainEqual(expect.objectContaining({ step: 'graded', outcome: 'failed' }))
  await kit.pass(40 * 24 * 60)
  const removed = steps.filter(({ step, rows }) => step === 'sweep' && rows > 0)
  expect(removed.length).toBeGreaterThan(0)
})

test('a callback that fails changes nothing, and its first error is logged', async () => {
  const logged: string[] = []
  const logger: Logger = { ...silentLogger, error: (_facts, message) => void logged.push(message) }
  const { kit, endpoint } = await setUp({
    logger,
    onDelivery: () => {
      throw new Error('broken')
    },
    onStep: async () => {
      throw new Error('broken')
    },
  })
  await kit.say()
  await kit.say()
  await kit.settle()
  const statuses = (await kit.deliveries(endpoint)).map((one: { status: string }) => one.status)
  expect(statuses).toEqual(['delivered', 'delivered'])
  expect(logged.sort()).toEqual([
    'The callback onDelivery failed. Its later errors are not logged.',
    'The callback onStep failed. Its later errors are not logged.',
  ])
})

import { expect, test } from 'vitest'
import { silentLogger } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { createWebhookKit } from '../support/webhooks.ts'

const never = () => new Promise<never>(() => {})

test('if the resolver of the host never answers, an endpoint can be created, and attempts to deliver to it fail', async () => {
  let asked = 0
  const resolve = () => {
    asked += 1
    return never()
  }
  const kit = await createWebhookKit({ resolve, allowPrivateWebhooks: false })
  const making = kit.subscribe('https://receiver.example/')
  await until(() => asked === 1)
  kit.clock.advance(3_000)
  const endpoint = await making
  expect(endpoint.status).toBe('enabled')

  await kit.say()
  const settling = kit.settle()
  await until(() => asked > 1)
  kit.clock.advance(3_000)
  await settling
  const [delivery] = await kit.deliveries(endpoint)
  expect(delivery).toMatchObject({ status: 'retrying', attempts: 1, last_status: null })
  expect(delivery.last_error).toMatch(/name servers/)
})

test.each([
  ['never reports an outcome', 'returned no outcome within 15 seconds', never, 15_000],
  ['rejects', 'failed', () => Promise.reject(new Error('password=hunter2')), 0],
] as const)(
  'an attempt fails if the sender of the host %s, and the delivery says why',
  async (...[, outcome, send, ms]) => {
    let sent = 0
    const sender = {
      send() {
        sent += 1
        return send()
      },
      close: async () => {},
    }
    const errors: unknown[] = []
    const logger = { ...silentLogger, error: ({ err }: { err?: unknown }) => void errors.push(err) }
    const kit = await createWebhookKit({ sender, logger })
    const endpoint = await kit.subscribe('http://localhost:9/')
    await kit.say()
    const settling = kit.settle()
    await until(() => sent === 1)
    kit.clock.advance(ms)
    await settling
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'retrying',
      last_error: `The sender ${outcome}`,
      duration_ms: ms,
    })
    expect(errors).toHaveLength(1)
  },
)

test('a sender of the host that never closes does not keep the kit from closing', async () => {
  let closing = false
  const sender = {
    send: never,
    close() {
      closing = true
      return never()
    },
  }
  const kit = await createKit({ sender })
  const { doorkit, clock } = kit
  await caller(kit)('GET', '/me')
  const closed = doorkit.close()
  await until(() => closing)
  clock.advance(1_000)
  await expect(closed).resolves.toBeUndefined()
})

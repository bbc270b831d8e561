import { expect, test } from 'vitest'
import { createDoorkit, manualClock } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overStores } from '../support/stores.ts'
import { createWebhookKit, type WebhookKit } from '../support/webhooks.ts'

/** Opens another server over the same store. */
const openAnother = ({ store, clock }: WebhookKit) =>
  createDoorkit({ store, clock, allowPrivateWebhooks: true, random: () => 0.5 })

overStores((openStore) => {
  test('workers of several servers never send one delivery twice', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url, ['conversation.started'])
    for (let number = 0; number < 60; number += 1) await kit.say()
    kit.clock.advance(3_000)
    const servers = [kit.doorkit, openAnother(kit), openAnother(kit)]
    await Promise.all(servers.map(({ worker }) => worker.tick()))
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(60)
    expect(new Set(ids).size).toBe(60)
  })

  test('another worker takes over the deliveries of a killed one, and a late answer to the killed worker changes nothing', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.writeHead(500).end()
    })
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    kit.clock.advance(3_000)
    // The clock of this server stands still, so the server never sees the end of its lease.
    const killed = openAnother({ ...kit, clock: manualClock(kit.clock.now()) })
    const stuck = killed.worker.tick()
    await until(() => receiver.received.length === 1)
    const answerLate = answer
    kit.clock.advance(29_999)
    expect((await kit.doorkit.worker.tick()).attempted).toBe(0)
    kit.clock.advance(1)
    receiver.answerWith(status(200, 'taken'))
    expect((await kit.doorkit.worker.tick()).attempted).toBe(1)
    const [taken] = await kit.deliveries(endpoint)
    expect(taken).toMatchObject({ status: 'delivered', attempts: 1, response: 'taken' })
    answerLate()
    await stuck
    expect((await kit.deliveries(endpoint))[0]).toEqual(taken)
  })

  test('if a worker is killed before it builds a payload, another worker builds it', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    kit.clock.advance(3_000)
    // A worker claims the event, and then dies.
    await kit.store.claim({
      in: 'events',
      dueColumn: 'due_at',
      leaseColumn: 'lease',
      now: kit.clock.now(),
      leaseMs: 30_000,
      token: 'killed',
      limit: 10,
    })
    expect(await kit.doorkit.worker.tick()).toMatchObject({ built: 0 })
    kit.clock.advance(30_000)
    expect(await kit.doorkit.worker.tick()).toMatchObject({ built: 1, attempted: 1 })
  })

  test('a started worker sends webhooks by itself, until it is stopped', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(receiver.url, ['conversation.started'])
    const { worker } = kit.doorkit
    // Time passes in steps, because the worker may not be waiting yet. No lease ends during this time.
    const passTimeUntil = (isDone: () => boolean) => {
      let passed = 0
      return until(() => {
        if (passed < 10_000) kit.clock.advance(10)
        passed += 10
        return isDone()
      })
    }
    await worker.start()
    await worker.start()
    await kit.say()
    kit.clock.advance(3_000)
    await passTimeUntil(() => receiver.received.length === 1)
    await worker.stop()
    await worker.stop()
    await kit.say()
    kit.clock.advance(10_000)
    for (let tick = 0; tick < 100; tick += 1) await new Promise(setImmediate)
    expect(receiver.received).toHaveLength(1)
    expect((await worker.tick()).attempted).toBe(1)
    await worker.start()
    const stopping = worker.stop()
    await worker.start()
    await stopping
    await kit.say()
    kit.clock.advance(4_000)
    await passTimeUntil(() => receiver.received.length === 3)
    await worker.stop()
  })

  test('stopping waits for the running attempts', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.end()
    })
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    kit.clock.advance(3_000)
    await kit.doorkit.worker.start()
    await until(() => receiver.received.length === 1)
    let stopped = false
    const stopping = kit.doorkit.worker.stop().then(() => {
      stopped = true
    })
    await kit.deliveries(endpoint)
    expect(stopped).toBe(false)
    answer()
    await stopping
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered' })
  })
})

import type { WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { createDoorkit, manualClock } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { type OpenStore, overStores } from '../support/stores.ts'
import { createDeliveryKit, createWebhookKit, type WebhookKit } from '../support/webhooks.ts'

const leaseMs = 30_000

/** Whether a write releases the queue of an endpoint. */
const releasesQueue = (op: WriteOp) =>
  op.op === 'patch' && op.in === 'webhook_lanes' && op.set?.lease === ''

/** Whether a write stores the payload of an event. */
const storesPayload = (op: WriteOp) => op.op === 'patch' && op.in === 'events'

/** A kit whose store lets a test do something right before a commit. */
async function setUp(openStore: OpenStore) {
  const { store, beforeCommit } = interposedStore(openStore())
  return { ...(await createDeliveryKit({ store })), store, beforeCommit }
}

/** Claims the events whose lease has ended, as another worker does before it builds their payloads. */
const claimEvents = ({ clock, store }: WebhookKit) =>
  store.claim({
    in: 'events',
    dueColumn: 'due_at',
    leaseColumn: 'lease',
    now: clock.now(),
    leaseMs,
    token: 'another',
    limit: 10,
  })

const redeliver = (kit: WebhookKit, { endpoint, id }: { endpoint: string; id: string }) =>
  kit.call('POST', `/webhook_endpoints/${endpoint}/deliveries/${id}/redeliver`)

overStores((openStore) => {
  test('a late answer is not logged while the worker that took over waits for its own answer', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const answers: (() => void)[] = []
    const receiver = await startReceiver((response, number) =>
      answers.push(() => response.writeHead(number === 0 ? 500 : 200).end()),
    )
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    kit.clock.advance(3_000)
    const { store, clock } = kit
    const slow = createDoorkit({
      store,
      // The clock of this server stands still, so the server never sees the end of its lease.
      clock: manualClock(clock.now()),
      allowPrivateWebhooks: true,
    })
    const late = slow.worker.tick()
    await until(() => receiver.received.length === 1)
    clock.advance(leaseMs)
    const taking = kit.doorkit.worker.tick()
    await until(() => receiver.received.length === 2)
    answers[0]?.()
    await late
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'queued', attempts: 0 })
    answers[1]?.()
    await taking
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  test('a delivery that becomes due while a worker releases the queue of its endpoint is sent', async () => {
    const { kit, receiver, endpoint, beforeCommit } = await setUp(openStore)
    await kit.say()
    await kit.settle()
    const [first] = await kit.deliveries(endpoint)
    await kit.say()
    beforeCommit(releasesQueue, () => redeliver(kit, first))
    await kit.settle()
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.filter((id) => id === first.event)).toHaveLength(2)
    expect(ids).toHaveLength(3)
  })

  test('an event is not sent again by a slow worker that builds its payload after another has sent it', async () => {
    const { kit, receiver, store, beforeCommit } = await setUp(openStore)
    await kit.say()
    kit.clock.advance(3_000)
    // The clock of the slow server stands still, so its worker does not take the event over from itself.
    const clock = manualClock(kit.clock.now())
    const slow = createDoorkit({ store, clock, allowPrivateWebhooks: true })
    const reports: unknown[] = []
    beforeCommit(storesPayload, async () => {
      kit.clock.advance(leaseMs)
      reports.push(await kit.doorkit.worker.tick())
    })
    reports.push(await slow.worker.tick())
    expect(reports).toMatchObject([
      { built: 1, attempted: 1 },
      { built: 0, attempted: 0 },
    ])
    await kit.pass(1)
    expect(receiver.received).toHaveLength(1)
  })

  test('an event is not sent by a slow worker that builds its payload after another has claimed it', async () => {
    const { kit, receiver, beforeCommit } = await setUp(openStore)
    await kit.say()
    beforeCommit(storesPayload, async () => {
      kit.clock.advance(leaseMs)
      expect(await claimEvents(kit)).toHaveLength(1)
    })
    await kit.settle()
    expect(receiver.received).toHaveLength(0)
    kit.clock.advance(leaseMs)
    await kit.doorkit.worker.tick()
    expect(receiver.received).toHaveLength(1)
  })

  test('if a delivery or its endpoint queue is removed while the payload is built, the delivery is not sent, but all others are', async () => {
    const { kit, receiver, endpoint, beforeCommit } = await setUp(openStore)
    const other = await kit.subscribe(`${receiver.url}/other`)
    const forgotten = await kit.subscribe(`${receiver.url}/forgotten`)
    await kit.say()
    const [{ id }] = await kit.deliveries(forgotten)
    const partition = kit.workspace.id
    beforeCommit(storesPayload, () =>
      kit.store.commit([
        // The removal of an endpoint removes its queue. Its deliveries may still be stored.
        { op: 'remove', in: 'webhook_lanes', partition, id: endpoint.id },
        { op: 'remove', in: 'webhook_deliveries', partition, id },
      ]),
    )
    await kit.settle()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/other'])
    expect(await kit.deliveries(other)).toMatchObject([{ status: 'delivered' }])
  })

  test('an answer that is erased during the request for a redelivery is not restored', async () => {
    const { kit, receiver, beforeCommit } = await setUp(openStore)
    receiver.answerWith(status(200, 'Thanks, Ada!'))
    const endpoint = await kit.subscribe(receiver.url, ['lead.captured'])
    await kit.say('ada@example.com')
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    expect(delivery.response).toBe('Thanks, Ada!')
    beforeCommit(
      (op) => op.op === 'patch' && op.in === 'webhook_deliveries',
      () => kit.call('POST', '/privacy/erasures', { body: { email: 'ada@example.com' } }),
    )
    expect((await redeliver(kit, delivery)).json).toMatchObject({ response: null })
    expect(await kit.deliveries(endpoint)).toMatchObject([{ status: 'queued', response: null }])
  })
})

import { api } from '@doorkit/models'
import { expect, test } from 'vitest'
import { createDoorkit } from '../../src/index.ts'
import { until } from '../support/faulty-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createDeliveryKit, createWebhookKit, type WebhookKit } from '../support/webhooks.ts'

const minutesPerDay = 24 * 60

const redeliver = (kit: WebhookKit, { endpoint, id }: { endpoint: string; id: string }) =>
  kit.call('POST', `/webhook_endpoints/${endpoint}/deliveries/${id}/redeliver`)

overMemory((openStore) => {
  test('a delivered event is sent again with the same bytes and the same id', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    await kit.say()
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    const { status: code, json } = await redeliver(kit, delivery)
    expect([code, json.id, json.status]).toEqual([200, delivery.id, 'queued'])
    expect(json.next_attempt_at).toBe('2026-10-12T09:30:03.000Z')
    await kit.doorkit.worker.tick()
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  // docs/api.md#webhook-delivery-states
  test('manual attempts that fail neither use up nor cancel automatic ones', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    await kit.settle()
    const [before] = await kit.deliveries(endpoint)
    for (let ask = 0; ask < 3; ask += 1) {
      await redeliver(kit, before)
      await kit.pass(0)
    }
    const [after] = await kit.deliveries(endpoint)
    expect(after).toMatchObject({
      status: 'retrying',
      attempts: 4,
      next_attempt_at: before.next_attempt_at,
    })
    expect(await kit.runOut(endpoint)).toMatchObject({ status: 'failed', attempts: 12 })
    expect(receiver.received).toHaveLength(12)
  })

  // docs/api.md#webhook-delivery-states
  test('a failed delivery can be sent again, and stays failed if the new attempt fails', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    await kit.settle()
    const failed = await kit.runOut(endpoint)
    expect(failed).toMatchObject({ status: 'failed', attempts: 9 })
    await redeliver(kit, failed)
    await kit.pass(0)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'failed', attempts: 10 })
    receiver.answerWith(status(200))
    await redeliver(kit, failed)
    await kit.pass(0)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 11 })
  })

  test('an event whose redelivery is requested before its payload is built is sent, and still has nine automatic attempts', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    const [queued] = await kit.deliveries(endpoint)
    expect((await redeliver(kit, queued)).status).toBe(200)
    await kit.doorkit.worker.tick()
    expect(receiver.received).toHaveLength(0)
    await kit.settle()
    expect(await kit.runOut(endpoint)).toMatchObject({ status: 'failed', attempts: 10 })
  })

  test('an event whose redelivery is requested during an attempt is sent once more for each request', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.writeHead(500).end()
    })
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    const tick = kit.settle()
    await until(() => receiver.received.length === 1)
    const [delivery] = await kit.deliveries(endpoint)
    await redeliver(kit, delivery)
    answer()
    await until(() => receiver.received.length === 2)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ attempts: 1 })
    await redeliver(kit, delivery)
    answer()
    await until(() => receiver.received.length === 3)
    answer()
    await tick
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'retrying',
      attempts: 3,
      next_attempt_at: '2026-10-12T09:30:33.000Z',
    })
  })

  test('an event whose redelivery is requested while one worker makes an attempt is not sent by another worker at the same time', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    let answer = () => {}
    const receiver = await startReceiver((response) => {
      answer = () => response.end()
    })
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    const tick = kit.settle()
    await until(() => receiver.received.length === 1)
    const [delivery] = await kit.deliveries(endpoint)
    expect((await redeliver(kit, delivery)).json.status).toBe('queued')
    const { store, clock } = kit
    const other = createDoorkit({ store, clock, allowPrivateWebhooks: true })
    expect(await other.worker.tick()).toMatchObject({ attempted: 0 })
    answer()
    await until(() => receiver.received.length === 2)
    answer()
    await tick
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('an event whose redelivery is requested while a worker builds its payload is sent within a second after the payload is built', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    const late = await kit.subscribe(receiver.url, ['lead.captured'])
    await kit.say()
    kit.clock.advance(3_000)
    const now = kit.clock.now()
    // A worker claims events before it builds their payloads.
    const lease = { dueColumn: 'due_at', leaseColumn: 'lease', leaseMs: 30_000, token: 'a worker' }
    const [event] = await kit.store.claim({ in: 'events', now, limit: 10, ...lease })
    await kit.call('PATCH', `/webhook_endpoints/${late.id}`, { body: { events: ['*'] } })
    expect((await kit.call('POST', `/events/${event?.id}/redeliver`)).json.deliveries).toBe(2)
    for (const { id } of [endpoint, late]) {
      const [delivery] = await kit.deliveries({ id })
      expect(delivery.next_attempt_at).toBe('2026-10-12T09:30:03.000Z')
    }
    kit.clock.advance(30_000)
    expect(await kit.doorkit.worker.tick()).toMatchObject({ built: 1 })
    kit.clock.advance(1_000)
    await kit.doorkit.worker.tick()
    expect(receiver.received).toHaveLength(2)
  })

  // docs/api.md#webhook-delivery-states
  test('a delivery cannot be sent again after 30 days or while its endpoint is disabled', async () => {
    const { kit, endpoint } = await createDeliveryKit({ store: openStore() })
    await kit.say()
    await kit.settle()
    const [delivery] = await kit.deliveries(endpoint)
    const path = `/webhook_endpoints/${endpoint.id}`
    await kit.call('PATCH', path, { body: { status: 'disabled' } })
    expect((await redeliver(kit, delivery)).json.code).toBe('conflict')
    await kit.call('PATCH', path, { body: { status: 'enabled' } })
    kit.clock.advance(30 * minutesPerDay * 60_000)
    expect((await redeliver(kit, delivery)).json.code).toBe('unprocessable')
    const { errors, summary } = api.webhookEndpoints.redeliver
    expect(errors).toEqual(['conflict', 'unprocessable'])
    expect(summary).toContain('enabled')
  })

  test('an event is sent again to every enabled endpoint that is subscribed to it, including new ones', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(`${receiver.url}/old`, ['conversation.started'])
    await kit.say()
    await kit.settle()
    await kit.subscribe(`${receiver.url}/new`)
    await kit.subscribe(`${receiver.url}/other`, ['meeting.booked'])
    const off = await kit.subscribe(`${receiver.url}/off`)
    await kit.call('PATCH', `/webhook_endpoints/${off.id}`, { body: { status: 'disabled' } })
    const [event] = (await kit.call('GET', '/events')).json.data
    const { status: code, json } = await kit.call('POST', `/events/${event.id}/redeliver`)
    expect([code, json]).toEqual([
      200,
      { object: 'event_redelivery', event: event.id, deliveries: 2 },
    ])
    await kit.doorkit.worker.tick()
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/new', '/old', '/old'])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })

  test('an event whose redelivery is requested before its payload is built is also sent to new subscribers', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const receiver = await startReceiver()
    await kit.subscribe(`${receiver.url}/old`, ['conversation.started'])
    await kit.say()
    await kit.subscribe(`${receiver.url}/new`, ['conversation.started'])
    const [event] = (await kit.call('GET', '/events')).json.data
    await kit.call('POST', `/events/${event.id}/redeliver`)
    await kit.settle()
    await kit.pass(1)
    expect([...new Set(receiver.received.map(({ path }) => path))].sort()).toEqual(['/new', '/old'])
  })
})

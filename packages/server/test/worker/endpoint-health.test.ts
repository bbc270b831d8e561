import { expect, test } from 'vitest'
import { interposedStore } from '../support/interposed-store.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { overMemory } from '../support/stores.ts'
import { createDeliveryKit, createWebhookKit } from '../support/webhooks.ts'

const minutesPerHour = 60
const minutesPerDay = 24 * minutesPerHour

overMemory((openStore) => {
  test('an endpoint whose receiver answers 410 is disabled immediately', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(410),
    })
    await kit.say()
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      failing_since: '2026-10-12T09:30:03.000Z',
    })
    await kit.say()
    await kit.pass(minutesPerDay)
    expect(receiver.received).toHaveLength(1)
    expect(await kit.deliveries(endpoint)).toHaveLength(1)
  })

  // docs/api.md#webhook-endpoint-states
  test('failures for three days without a success disable the endpoint', async () => {
    const { kit, endpoint } = await createDeliveryKit({ store: openStore(), answer: status(500) })
    await kit.say()
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      failing_since: '2026-10-12T09:30:03.000Z',
    })
    await kit.pass(3 * minutesPerDay - 1)
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled' })
    await kit.say()
    kit.clock.advance(57_000)
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
    })
  })

  test('one success starts the three days again', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    await kit.settle()
    await kit.pass(2 * minutesPerDay)
    receiver.answerWith(status(200))
    await kit.say()
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled', failing_since: null })
    receiver.answerWith(status(500))
    await kit.pass(2 * minutesPerDay)
    await kit.say()
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled' })
  })

  test('time alone does not disable an endpoint that failed, but its next failure does', async () => {
    const { kit, endpoint } = await createDeliveryKit({ store: openStore(), answer: status(500) })
    await kit.say()
    await kit.settle()
    kit.clock.advance(10 * minutesPerDay * 60_000)
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled' })
    await kit.doorkit.worker.tick()
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'disabled' })
  })

  // docs/api.md#webhook-endpoint-states
  test('deliveries that were still being retried continue when the endpoint is enabled again', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    const path = `/webhook_endpoints/${endpoint.id}`
    await kit.say()
    await kit.settle()
    await kit.call('PATCH', path, { body: { status: 'disabled' } })
    await kit.say()
    await kit.pass(5 * minutesPerHour)
    expect(receiver.received).toHaveLength(1)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({
      status: 'retrying',
      attempts: 1,
      next_attempt_at: null,
    })
    receiver.answerWith(status(200))
    const { json } = await kit.call('PATCH', path, { body: { status: 'enabled' } })
    expect(json).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null })
    await kit.doorkit.worker.tick()
    const log = await kit.deliveries(endpoint)
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('an endpoint that was enabled but whose queue was not woken is served within an hour', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({
      store: openStore(),
      answer: status(500),
    })
    await kit.say()
    await kit.settle()
    await kit.call('PATCH', `/webhook_endpoints/${endpoint.id}`, { body: { status: 'disabled' } })
    await kit.pass(1)
    // This write enables the endpoint, but does not wake its queue.
    const [row] = await kit.store.get([
      { in: 'webhook_endpoints', partition: kit.workspace.id, id: endpoint.id },
    ])
    await kit.store.commit([
      {
        op: 'patch',
        in: 'webhook_endpoints',
        partition: kit.workspace.id,
        id: endpoint.id,
        set: { enabled: 1 },
        data: row?.data,
      },
    ])
    receiver.answerWith(status(200))
    await kit.pass(minutesPerHour)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('an endpoint that is enabled while a worker still sees it as disabled is served within a minute', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { kit, receiver, endpoint } = await createDeliveryKit({ store, answer: status(500) })
    const path = `/webhook_endpoints/${endpoint.id}`
    await kit.say()
    await kit.settle()
    await kit.call('PATCH', path, { body: { status: 'disabled' } })
    receiver.answerWith(status(200))
    let timesEnabled = 0
    beforeCommit(
      (op) => op.op === 'patch' && op.in === 'webhook_lanes' && op.set?.lease === '',
      async () => {
        await kit.call('PATCH', path, { body: { status: 'enabled' } })
        timesEnabled++
      },
    )
    await kit.pass(1)
    expect(timesEnabled).toBe(1)
    await kit.pass(1)
    expect((await kit.deliveries(endpoint))[0]).toMatchObject({ status: 'delivered', attempts: 2 })
  })

  test('a delivery that is queued while its endpoint is deleted is removed with the delivery log', async () => {
    const { store, beforeCommit } = interposedStore(openStore())
    const { kit, receiver, endpoint } = await createDeliveryKit({ store })
    let queued = 0
    beforeCommit(
      (op) => op.op === 'remove' && op.in === 'webhook_endpoints',
      async () => {
        await kit.say()
        queued = (await kit.deliveries(endpoint)).length
      },
    )
    await kit.call('DELETE', `/webhook_endpoints/${endpoint.id}`)
    expect(queued).toBe(1)
    const measures = { rows: { op: 'count' } } as const
    const [row] = await store.aggregate({ in: 'webhook_deliveries', where: [], measures })
    expect(row?.values.rows).toBe(0)
    await kit.settle()
    expect(receiver.received).toHaveLength(0)
    expect((await kit.call('GET', '/events')).json.data).toHaveLength(1)
  })

  test('an endpoint that is disabled by hand shows the reason, and never gets the events that happen while it is disabled', async () => {
    const { kit, receiver, endpoint } = await createDeliveryKit({ store: openStore() })
    const path = `/webhook_endpoints/${endpoint.id}`
    const { json } = await kit.call('PATCH', path, { body: { status: 'disabled' } })
    expect(json).toMatchObject({ status: 'disabled', disabled_reason: 'manual' })
    await kit.say()
    await kit.settle()
    await kit.call('PATCH', path, { body: { status: 'enabled' } })
    await kit.settle()
    expect(receiver.received).toHaveLength(0)
    expect((await kit.call('GET', '/events')).json.data).toHaveLength(1)
  })

  test('an answer from the former address of an endpoint does not disable the endpoint', async () => {
    const kit = await createWebhookKit({ store: openStore() })
    const next = await startReceiver()
    const receiver = await startReceiver(async (response) => {
      const body = { url: next.url }
      await kit.call('PATCH', `/webhook_endpoints/${endpoint.id}`, { body })
      response.writeHead(410).end()
    })
    const endpoint = await kit.subscribe(receiver.url, ['conversation.started'])
    await kit.say()
    await kit.settle()
    expect(await kit.endpoint(endpoint)).toMatchObject({ status: 'enabled', url: next.url })
    await kit.pass(1)
    expect(next.received).toHaveLength(1)
  })
})

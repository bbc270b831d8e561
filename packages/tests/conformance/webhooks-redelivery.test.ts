import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { aTimestamp } from './support/patterns.ts'
import { expectNotFound } from './support/problem.ts'
import { answering, startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { accepts } from './support/signature.ts'
import { until } from './support/until.ts'
import type { EventEnvelope, List } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

// docs/api.md#webhook-endpoint-states
test.concurrent('events that happen while an endpoint is disabled are not sent after it is enabled again', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await hooks.update(id, { status: 'disabled' })
  await site.lead({ email: 'missed@example.com' })
  await hooks.update(id, { status: 'enabled' })
  await site.lead({ email: 'caught@example.com' })
  const { event } = await target.next()
  expect(event.data.object).toMatchObject({ email: 'caught@example.com' })
  expect(target.received).toHaveLength(1)
  expect(await hooks.listDeliveries(id)).toHaveLength(1)
})

// docs/api.md#event
test.concurrent('a missed event is in GET /events and can be sent to every enabled endpoint that subscribes to its type', async () => {
  const { api, hooks, site } = await openWorkspace(server)
  const missing = [receiver.openTarget(), receiver.openTarget()]
  const [off, other] = [receiver.openTarget(), receiver.openTarget()]
  const endpoints = []
  for (const target of [...missing, off]) {
    const { id } = await hooks.subscribe(target, 'lead.captured')
    await hooks.update(id, { status: 'disabled' })
    endpoints.push(id)
  }
  await hooks.subscribe(other, 'handoff.requested')
  await site.lead({ email: 'recovered@example.com' })
  for (const id of endpoints.slice(0, 2)) await hooks.update(id, { status: 'enabled' })
  const { data } = await ok(api.get<List<EventEnvelope>>('/events?limit=5'))
  const missed = data.find(({ type }) => type === 'lead.captured')
  const redelivery = await ok(api.post(`/events/${missed?.id}/redeliver`))
  expect(redelivery).toMatchObject({ event: missed?.id, deliveries: 2 })
  for (const target of missing) {
    const received = await target.next()
    expect(received.headers['webhook-id']).toBe(missed?.id)
    expect(received.event.data.object).toMatchObject({ email: 'recovered@example.com' })
  }
  expect([...off.received, ...other.received]).toEqual([])
})

// docs/api.md#payloads
test.concurrent('a redelivery sends the same bytes with the same id and a valid signature', async () => {
  const { api, hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'again@example.com' })
  const first = await target.next()
  const delivered = await hooks.untilDelivery(id, 'delivered')
  // This changes the contact, but not the payload.
  await ok(api.post('/contacts', { email: 'again@example.com', company: 'Changed since' }))
  await hooks.redeliver(delivered)
  const second = await target.next()
  expect(second.raw).toEqual(first.raw)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(accepts(second, secret)).toBe(true)
})

// docs/api.md#webhook-delivery-states
test.concurrent('a delivery that waits for a retry can be sent immediately, and if that fails, the retry stays due', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(500))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'by-hand@example.com' })
  const first = await target.next()
  const retrying = await hooks.untilDelivery(id, 'retrying')
  await hooks.redeliver(retrying)
  const second = await target.next()
  expect(second.text).toBe(first.text)
  await until('the failed redelivery to wait for the next attempt', async () => {
    const [delivery] = await hooks.listDeliveries(id)
    return delivery?.attempts === 2 && delivery.status === 'retrying'
  })
  const [afterwards] = await hooks.listDeliveries(id)
  expect(afterwards?.next_attempt_at).toBe(retrying.next_attempt_at)
  target.reply(answering(204))
  await hooks.redeliver(retrying)
  await target.next()
  const done = await hooks.untilDelivery(id, 'delivered')
  expect(done.id).toBe(retrying.id)
})

// docs/api.md#webhook-endpoint-states
test.concurrent('a delivery that waits for a retry has no next attempt while its endpoint is disabled', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(500))
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'goes-on@example.com' })
  await target.next()
  await hooks.untilDelivery(id, 'retrying')
  for (const [status, next_attempt_at] of [
    ['disabled', null],
    ['enabled', aTimestamp],
  ]) {
    await hooks.update(id, { status })
    const [delivery] = await hooks.listDeliveries(id)
    expect(delivery).toMatchObject({ status: 'retrying', attempts: 1, next_attempt_at })
  }
})

// docs/api.md#webhook-endpoint
test.concurrent('a deleted endpoint gets no new events, and its deliveries cannot be listed or redelivered', async () => {
  const { api, hooks, site } = await openWorkspace(server)
  const [target, witness] = [receiver.openTarget(answering(500)), receiver.openTarget()]
  const { id } = await hooks.subscribe(target, 'lead.captured')
  const other = await hooks.subscribe(witness, 'lead.captured')
  await site.lead({ email: 'log@example.com' })
  await witness.next()
  const retrying = await hooks.untilDelivery(id, 'retrying')
  await hooks.remove(id)
  expectNotFound(await api.get(`/webhook_endpoints/${id}/deliveries`))
  const path = `/webhook_endpoints/${id}/deliveries/${retrying.id}/redeliver`
  expectNotFound(await api.post(path))
  const otherPath = `/webhook_endpoints/${other.id}/deliveries/${retrying.id}/redeliver`
  expectNotFound(await api.post(otherPath))
  await site.lead({ email: 'log-2@example.com' })
  await witness.next()
  expect(target.received).toHaveLength(1)
})

// docs/api.md#erasure
test.concurrent('after an erasure a redelivery has nothing about the person', async () => {
  const { api, hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget(answering(500))
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'forgotten@example.com' })
  const before = await target.next()
  const retrying = await hooks.untilDelivery(id, 'retrying')
  await ok(api.post('/privacy/erasures', { email: 'forgotten@example.com' }), 201)
  target.reply(answering(204))
  await hooks.redeliver(retrying)
  const after = await target.next()
  expect(after.event).toEqual({ ...before.event, data: { erased: true } })
  expect(after.text).not.toContain('forgotten')
  expect(after.headers['webhook-id']).toBe(before.headers['webhook-id'])
  expect(accepts(after, secret)).toBe(true)
  const listed = await ok(api.get<EventEnvelope>(`/events/${before.event.id}`))
  expect(listed).toEqual(after.event)
})

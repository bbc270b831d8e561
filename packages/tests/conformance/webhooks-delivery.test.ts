import { expect, test } from 'vitest'
import { openWorkspace } from './support/open-workspace.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { accepts, sign, signaturesOf } from './support/signature.ts'
import type { Contact } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

// docs/api.md#webhook-requests
test.concurrent('a delivery is a POST with the documented headers', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'headers@example.com' })
  const { method, headers, event, receivedAt } = await target.next()
  expect(method).toBe('POST')
  expect(headers['content-type']).toBe('application/json')
  expect(headers['user-agent']).toMatch(/^[\w-]+-Webhooks\/1\.0 \(.*https?:\/\/\S+\)$/)
  expect(headers['webhook-id']).toBe(event.id)
  expect(headers['webhook-timestamp']).toMatch(/^\d+$/)
  expect(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - receivedAt)).toBeLessThan(5_000)
  expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]+={0,2}$/)
  expect(headers).not.toHaveProperty('authorization')
})

// docs/api.md#event
test.concurrent('the payload is the envelope of the event', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'envelope@example.com' })
  const { event } = await target.next()
  expect(event).toMatchObject({
    id: anId('evt_'),
    object: 'event',
    type: 'lead.captured',
    created_at: aTimestamp,
    api_version: '2026-10-12',
  })
  expect(Object.keys(event).sort()).toEqual(
    ['api_version', 'created_at', 'data', 'id', 'object', 'type'].sort(),
  )
})

// docs/api.md#payloads
test.concurrent('an event is sent only to the endpoints that subscribe to its type', async () => {
  const { hooks, site } = await openWorkspace(server)
  const [leads, handoffs, everything] = [
    receiver.openTarget(),
    receiver.openTarget(),
    receiver.openTarget(),
  ]
  await hooks.subscribe(leads, 'lead.captured')
  await hooks.subscribe(handoffs, 'handoff.requested')
  await hooks.subscribe(everything, '*')
  const conversation = await site.lead({ email: 'types@example.com' })
  await site.record.conversations.requestHandoff(conversation, { reason: 'Price' })
  await handoffs.next('handoff.requested')
  await leads.next('lead.captured')
  for (const type of ['conversation.started', 'lead.captured', 'handoff.requested']) {
    await everything.next(type)
  }
  expect(leads.received.map(({ event }) => event.type)).toEqual(['lead.captured'])
  expect(handoffs.received.map(({ event }) => event.type)).toEqual(['handoff.requested'])
  expect(everything.received).toHaveLength(3)
})

test.concurrent('two endpoints receive the same event with the same id, each signed with the secret of the endpoint', async () => {
  const { hooks, site } = await openWorkspace(server)
  const [first, second] = [receiver.openTarget(), receiver.openTarget()]
  const one = await hooks.subscribe(first, 'lead.captured')
  const two = await hooks.subscribe(second, 'lead.captured')
  await site.lead({ email: 'fan-out@example.com' })
  const [left, right] = [await first.next(), await second.next()]
  expect(left.headers['webhook-id']).toBe(right.headers['webhook-id'])
  expect(left.text).toBe(right.text)
  expect([accepts(left, one.secret), accepts(right, two.secret)]).toEqual([true, true])
  expect([accepts(left, two.secret), accepts(right, one.secret)]).toEqual([false, false])
})

test.concurrent('a new endpoint gets no event from before its creation', async () => {
  const { hooks, site } = await openWorkspace(server)
  await site.lead({ email: 'before@example.com' })
  const target = receiver.openTarget()
  const { id } = await hooks.subscribe(target, 'lead.captured')
  await site.lead({ email: 'after@example.com' })
  const { event } = await target.next()
  expect(event.data.object).toMatchObject({ email: 'after@example.com' })
  expect(target.received).toHaveLength(1)
  expect(await hooks.listDeliveries(id)).toHaveLength(1)
})

test.concurrent('a payload has personal details even if its endpoint was created without contacts:read', async () => {
  const { hooks, site } = await openWorkspace(server, ['webhooks:write'])
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'lead.captured', 'meeting.booked')
  const visitor = { email: 'named@example.com', first_name: 'Ada', last_name: 'Lovelace' }
  const conversation = await site.lead(visitor)
  await site.book(conversation, 'named@example.com')
  expect((await target.next('lead.captured')).event.data.object).toMatchObject(visitor)
  const booked = await target.next('meeting.booked')
  const invitee = { name: 'Ada Lovelace', email: 'named@example.com' }
  expect(booked.event.data.object).toMatchObject({ invitee })
})

// docs/api.md#deliveries
test.concurrent('many simultaneous events are all delivered', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { secret } = await hooks.subscribe(target, 'lead.captured')
  const emails = Array.from({ length: 40 }, (_, index) => `many-${index}@example.com`)
  await Promise.all(emails.map((email) => site.lead({ email })))
  const received = []
  for (const _ of emails) received.push(await target.next())
  const delivered = received.map(({ event }) => (event.data.object as unknown as Contact).email)
  expect([...new Set(delivered)].sort()).toEqual([...emails].sort())
  expect(received.every((one) => accepts(one, secret))).toBe(true)
})

// docs/api.md#signature
test.concurrent('a receiver that implements Standard Webhooks accepts a delivery, unless its body, id, time or secret differs, or its time is too far away', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { secret } = await hooks.subscribe(target, 'lead.captured')
  const other = await hooks.subscribe(receiver.openTarget(), 'lead.captured')
  await site.lead({ email: 'signed@example.com', first_name: 'Zoë' })
  const received = await target.next()
  expect(accepts(received, secret)).toBe(true)
  expect(signaturesOf(received)).toEqual([sign(received, secret)])
  const { headers } = received
  const changed = { ...received, raw: Buffer.concat([received.raw, Buffer.from(' ')]) }
  const timestamp = String(Number(headers['webhook-timestamp']) + 1)
  expect(accepts(changed, secret)).toBe(false)
  expect(accepts({ ...received, headers: { ...headers, 'webhook-id': 'evt_x' } }, secret)).toBe(
    false,
  )
  const later = { ...headers, 'webhook-timestamp': timestamp }
  expect(accepts({ ...received, headers: later }, secret)).toBe(false)
  expect(accepts(received, other.secret)).toBe(false)
  const sixMinutesMs = 6 * 60_000
  expect(accepts(received, secret, Date.now() + sixMinutesMs)).toBe(false)
  expect(accepts(received, secret, Date.now() - sixMinutesMs)).toBe(false)
})

test.concurrent('after a rotation a delivery has two signatures, one for each secret', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  const { secret: newSecret } = await hooks.rotate(id)
  await site.lead({ email: 'rotated@example.com' })
  const received = await target.next()
  expect(signaturesOf(received).sort()).toEqual(
    [sign(received, secret), sign(received, newSecret)].sort(),
  )
  expect(accepts(received, secret)).toBe(true)
  expect(accepts(received, newSecret)).toBe(true)
})

test.concurrent('after several rotations, the newest secrets sign, up to five', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  const secrets = [secret]
  for (let count = 0; count < 3; count += 1) secrets.push((await hooks.rotate(id)).secret)
  await site.lead({ email: 'rotated-3@example.com' })
  const few = await target.next()
  expect(secrets.map((one) => accepts(few, one))).toEqual([true, true, true, true])
  expect(signaturesOf(few)).toHaveLength(4)
  for (let count = 0; count < 6; count += 1) secrets.push((await hooks.rotate(id)).secret)
  await site.lead({ email: 'rotated-9@example.com' })
  const many = await target.next()
  expect(secrets.filter((one) => accepts(many, one))).toEqual(secrets.slice(-5))
  expect(signaturesOf(many)).toHaveLength(5)
})

test.concurrent('a delivery is signed with every secret that parallel rotations returned', async () => {
  const { hooks, site } = await openWorkspace(server)
  const target = receiver.openTarget()
  const { id, secret } = await hooks.subscribe(target, 'lead.captured')
  const rotated = await Promise.all(Array.from({ length: 3 }, () => hooks.rotate(id)))
  const secrets = [secret, ...rotated.map((endpoint) => endpoint.secret)]
  expect(new Set(secrets).size).toBe(4)
  await site.lead({ email: 'at-once@example.com' })
  const received = await target.next()
  expect(secrets.map((one) => accepts(received, one))).toEqual([true, true, true, true])
})

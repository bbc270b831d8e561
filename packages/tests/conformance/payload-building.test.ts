import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { createHooks } from './support/hooks.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import { until } from './support/until.ts'
import type { EventEnvelope, List } from './support/wire.ts'
import type { KnowledgeSource } from './support/wire-site.ts'

// The delay lets a test act between an event and the building of its payload.
const payloadDelayMs = 2_000
const server = await startServer(
  '--allow-private-webhooks',
  '--payload-delay-ms',
  String(payloadDelayMs),
)
const receiver = await startReceiver()
const { api } = server
const hooks = createHooks(api)

// docs/api.md#payloads
test.concurrent('a payload has null for an object that is deleted before the payload is built', async () => {
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'knowledge.source_failed')
  const body = { url: 'https://no-such-host.invalid/' }
  const askedAt = Date.now()
  const { id } = await ok(api.post<KnowledgeSource>('/knowledge/sources', body), 201)
  const event = await until('the event', async () => {
    const { data } = await ok(api.get<List<EventEnvelope>>('/events'))
    return data.find(({ type }) => type === 'knowledge.source_failed')
  })
  await ok(api.delete(`/knowledge/sources/${id}`))
  const received = await target.next()
  expect(received.event.id).toBe(event.id)
  expect(received.event.data.object).toBeNull()
  // The delay is measured from the request, because the date of an event may be slightly in the future.
  expect(received.receivedAt - askedAt).toBeGreaterThanOrEqual(payloadDelayMs)
})

// docs/api.md#erasure
test.concurrent('a payload that is built after an erasure does not contain the erased person', async () => {
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'lead.captured')
  const session = await ok(api.post<{ id: string }>('/chat/sessions', {}), 201)
  const text = 'I am Ada Lovelace, ada@example.com'
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text }))
  const erased = await ok(
    api.post<{ events: number }>('/privacy/erasures', { email: 'ada@example.com' }),
    201,
  )
  expect(erased.events).toBeGreaterThan(0)
  // The target also receives the lead of another test, which runs at the same time.
  const hers = await until('the event of the person', async () => {
    const { event } = await target.next()
    expect(JSON.stringify(event)).not.toContain('ada@example.com')
    return 'erased' in event.data ? event : null
  })
  expect(hers.data).toEqual({ erased: true })
  expect(hers.type).toBe('lead.captured')
})

// docs/api.md#payloads
test.concurrent('a change between the event and the building of its payload is in the payload', async () => {
  const target = receiver.openTarget()
  await hooks.subscribe(target, 'lead.captured')
  const session = await ok(api.post<{ id: string }>('/chat/sessions', {}), 201)
  const text = 'I am Grace Hopper, grace@example.com'
  await ok(api.post(`/chat/sessions/${session.id}/messages`, { text }))
  await ok(api.post('/contacts', { email: 'grace@example.com', company: 'Navy' }))
  const mine = await until('the event of the visitor', async () => {
    const { event } = await target.next()
    return event.data.object?.email === 'grace@example.com' ? event : null
  })
  expect(mine.data.object).toMatchObject({ company: 'Navy' })
})

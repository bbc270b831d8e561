import { assert, expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { listAll } from './support/list-all.ts'
import { openWorkspace } from './support/open-workspace.ts'
import { anId, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startReceiver } from './support/receiver.ts'
import { startServer } from './support/server.ts'
import type { ChatSession, Contact, Conversation, EventEnvelope } from './support/wire.ts'

const server = await startServer('--allow-private-webhooks', '--payload-delay-ms', '0')
const receiver = await startReceiver()

const visitor = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

/** Opens a workspace with a receiver of every event. */
async function openWithReceiver() {
  const workspace = await openWorkspace(server)
  const target = receiver.openTarget()
  await workspace.hooks.subscribe(target, '*')
  return { ...workspace, target }
}

// docs/api.md#event-types
test.concurrent('lead.captured has the contact, and the conversation without its transcript', async () => {
  const { api, site, target } = await openWithReceiver()
  const conversation = await site.lead(visitor)
  const { data } = (await target.next('lead.captured')).event
  expect(data.object).toMatchObject({ object: 'contact', ...visitor })
  expect(data.object).toEqual(await ok(api.get(`/contacts/${data.object?.id}`)))
  expect(data.conversation).toEqual(await ok(api.get(`/conversations/${conversation}`)))
  expect(data.conversation).not.toHaveProperty('messages')
  expect(Object.keys(data).sort()).toEqual(['conversation', 'object'])
})

test.concurrent('handoff.requested has the conversation with its transcript', async () => {
  const { api, site, target } = await openWithReceiver()
  const conversation = await site.chat('I want a person')
  await site.record.conversations.requestHandoff(conversation, { reason: 'Asked for a person' })
  const { data } = (await target.next('handoff.requested')).event
  const read = await ok(api.get(`/conversations/${conversation}?expand=messages`))
  expect(data).toEqual({ object: read })
  expect(data.object).toMatchObject({ handoff: { reason: 'Asked for a person' } })
})

test.concurrent('a second request for a person emits no second handoff.requested', async () => {
  const { api, site } = await openWorkspace(server)
  const conversation = await site.chat()
  for (const reason of ['First', 'Second']) {
    await site.record.conversations.requestHandoff(conversation, { reason })
  }
  const events = await listAll<EventEnvelope>(api, '/events')
  expect(events.filter(({ type }) => type === 'handoff.requested')).toHaveLength(1)
})

test.concurrent('a meeting emits an event when it is booked, rescheduled and canceled', async () => {
  const { api, site, target } = await openWithReceiver()
  const meeting = await site.book(await site.lead(visitor), visitor.email)
  const read = () => ok(api.get(`/meetings/${meeting}`))
  const booked = (await target.next('meeting.booked')).event
  expect(booked.data).toEqual({ object: await read() })
  expect(booked.data.object).toMatchObject({ status: 'booked', reschedules: 0 })
  const start_at = '2027-02-01T10:00:00.000Z'
  const end_at = '2027-02-01T10:30:00.000Z'
  await site.record.meetings.move(meeting, { start_at, end_at })
  const moved = (await target.next('meeting.rescheduled')).event
  expect(moved.data).toEqual({ object: await read() })
  expect(moved.data.object).toMatchObject({ status: 'booked', reschedules: 1, start_at, end_at })
  await site.record.meetings.cancel(meeting)
  const canceled = (await target.next('meeting.canceled')).event
  expect(canceled.data).toEqual({ object: await read() })
  expect(canceled.data.object).toMatchObject({ status: 'canceled' })
})

test.concurrent('conversation.started follows the first message of the visitor, and has no messages', async () => {
  const { api, site, target } = await openWithReceiver()
  const conversation = await site.chat('Hello there')
  await site.record.conversations.message(conversation, { role: 'user', text: 'Still there?' })
  await site.lead(visitor)
  await target.next('lead.captured')
  // Deliveries are not ordered, and the lead has a conversation of its own.
  await target.next('conversation.started')
  await target.next('conversation.started')
  const started = target.received.filter(({ event }) => event.type === 'conversation.started')
  expect(started).toHaveLength(2)
  const data = started
    .map(({ event }) => event.data)
    .find(({ object }) => object?.id === conversation)
  assert(data)
  expect(data.object).toMatchObject({ id: conversation, object: 'conversation' })
  expect(data.object).not.toHaveProperty('messages')
  expect(Object.keys(data)).toEqual(['object'])
  await ok(api.get(`/conversations/${conversation}`))
})

test.concurrent('conversation.completed has the transcript and the evaluation', async () => {
  const { api, site, target } = await openWithReceiver()
  const conversation = await site.chat('What does it cost?')
  await site.grade(conversation)
  const { data } = (await target.next('conversation.completed')).event
  const read = await ok(api.get<Conversation>(`/conversations/${conversation}?expand=messages`))
  expect(data).toEqual({ object: read })
  expect(read.evaluation).toMatchObject({ intent: 'pricing', meeting_intent: 7, understood: true })
  expect(read.messages).toHaveLength(2)
})

// docs/api.md#preview-chats
test.concurrent('a preview chat emits nothing', async () => {
  const { api, site } = await openWorkspace(server)
  const preview = await site.chat('A preview', { test: true })
  await site.record.conversations.captureLead(preview, visitor)
  await site.record.conversations.requestHandoff(preview, { reason: 'Preview' })
  await site.book(preview, visitor.email)
  await site.grade(preview)
  expect(await listAll<EventEnvelope>(api, '/events')).toEqual([])
  await site.chat('No preview')
  expect(await listAll<EventEnvelope>(api, '/events')).toHaveLength(1)
})

// docs/api.md#events
test.concurrent('the chat API emits the events of a conversation', async () => {
  const { api, target } = await openWithReceiver()
  const session = await ok(api.post<ChatSession>('/chat/sessions', {}), 201)
  const path = `/chat/sessions/${session.id}/messages`
  await ok(api.post(path, { text: 'I am Ada Lovelace, ada@example.com' }))
  const started = await target.next('conversation.started')
  expect(started.event.data.object?.id).toBe(session.conversation)
  const lead = await target.next('lead.captured')
  expect(lead.event.data.object).toMatchObject({ email: 'ada@example.com', source: 'chat' })
  expect(lead.event.data.conversation?.id).toBe(session.conversation)
})

// docs/api.md#event
test.concurrent('an event is the same in the list and in its webhook', async () => {
  const { api, site, target } = await openWithReceiver()
  await site.lead(visitor)
  const received = [await target.next(), await target.next()].map(({ event }) => event)
  const listed = await listAll<EventEnvelope>(api, '/events')
  expect(listed).toHaveLength(2)
  for (const event of listed) {
    expect(event).toMatchObject({ id: anId('evt_'), object: 'event', created_at: aTimestamp })
    expect(received.find(({ id }) => id === event.id)).toEqual(event)
  }
})

test.concurrent('the event log is listed newest first, and each event can be read by its id', async () => {
  const { api, site } = await openWorkspace(server)
  const conversation = await site.lead(visitor)
  await site.record.conversations.requestHandoff(conversation, { reason: 'Price' })
  await site.grade(conversation)
  const events = await listAll<EventEnvelope>(api, '/events?limit=2')
  expect(events.map(({ type }) => type)).toEqual([
    'conversation.completed',
    'handoff.requested',
    'lead.captured',
    'conversation.started',
  ])
  for (const event of events) expect(await ok(api.get(`/events/${event.id}`))).toEqual(event)
  expectNotFound(await api.get('/events/evt_unknown'))
  expectNotFound(await server.api.get(`/events/${events[0]?.id}`))
  expectNotFound(await server.api.post(`/events/${events[0]?.id}/redeliver`))
})

// docs/api.md#filters
test.concurrent('the filter `created_since` finds the events at a time and after it', async () => {
  const { api, site } = await openWorkspace(server)
  for (const email of ['one@example.com', 'two@example.com', 'three@example.com']) {
    await site.lead({ email })
  }
  const events = await listAll<EventEnvelope>(api, '/events')
  const third = events[2]
  if (!third) throw new Error('There are fewer than three events.')
  const since = await listAll<EventEnvelope>(api, `/events?created_since=${third.created_at}`)
  // The payload of an event may be built between the two lists.
  const ids = (some: readonly EventEnvelope[]) => some.map(({ id }) => id)
  const later = events.filter(({ created_at }) => created_at >= third.created_at)
  expect(ids(since)).toEqual(ids(later))
  expect(await listAll(api, '/events?created_since=2100-01-01T00:00:00Z')).toEqual([])
})

test.concurrent('GET /events refuses the filters type, updated_since and include_test', async () => {
  const { api } = await openWorkspace(server)
  for (const name of ['type', 'updated_since', 'include_test']) {
    expectInvalid(await api.get(`/events?${name}=x`), name)
  }
})

// docs/api.md#event
test.concurrent('without contacts:read, the data of an event is only the id and the kind of its object', async () => {
  const { id, api, site } = await openWorkspace(server)
  await site.book(await site.lead(visitor), visitor.email)
  const key = await server.host.keys.create({
    workspace: id,
    name: 'Blind',
    scopes: ['events:read'],
  })
  const blind = server.as(key.secret)
  const full = await listAll<EventEnvelope>(api, '/events')
  const bare = await listAll<EventEnvelope>(blind, '/events')
  expect(bare).toHaveLength(3)
  expect(bare).toEqual(
    full.map((event) => {
      const object = { id: event.data.object?.id, object: event.data.object?.object }
      return { ...event, data: { object } }
    }),
  )
  expect(JSON.stringify(bare)).not.toMatch(/\bada\b|lovelace/i)
  expect(await ok(blind.get(`/events/${bare[0]?.id}`))).toEqual(bare[0])
})

// docs/api.md#events
test.concurrent('creating or changing a contact emits no event', async () => {
  const { api } = await openWorkspace(server)
  await ok(api.post('/contacts', visitor))
  await ok(api.post('/contacts', { ...visitor, company: 'Analytical' }))
  expect(await listAll(api, '/events')).toEqual([])
})

// docs/api.md#event-types
test.concurrent('contact.deleted follows the deletion of a contact, and has no personal details', async () => {
  const { api, target } = await openWithReceiver()
  const { id } = await ok(api.post<Contact>('/contacts', visitor))
  await ok(api.delete(`/contacts/${id}`))
  const received = await target.next('contact.deleted')
  expect(received.event.data).toEqual({ object: { id, object: 'contact', deleted: true } })
  expect(received.text).not.toMatch(/ada|lovelace/i)
  expectNotFound(await api.get(`/contacts/${id}`))
})

test.concurrent('contact.deleted follows only the first of two erasures of a person with a contact', async () => {
  const { api, site, target } = await openWithReceiver()
  await site.lead(visitor)
  const { id } = (await target.next('lead.captured')).event.data.object ?? {}
  for (let times = 0; times < 2; times++) {
    await ok(api.post('/privacy/erasures', { email: visitor.email }), 201)
  }
  const { event } = await target.next('contact.deleted')
  const events = await listAll<EventEnvelope>(api, '/events')
  expect(events.filter(({ type }) => type === 'contact.deleted')).toEqual([event])
  expect(event.data).toEqual({ object: { id, object: 'contact', deleted: true } })
  // The erasure emptied the event about the lead.
  const others = events.filter(({ type }) => type === 'lead.captured')
  expect(others.map(({ data }) => data)).toEqual([{ erased: true }])
})

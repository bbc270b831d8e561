import { expect, test } from 'vitest'
import { ok } from './support/api.ts'
import { idsOf, listAll } from './support/list-all.ts'
import { aBoolean, anId, aString, aTimestamp } from './support/patterns.ts'
import { expectInvalid, expectNotFound } from './support/problem.ts'
import { startServer } from './support/server.ts'
import type { Contact, Conversation, Meeting } from './support/wire.ts'

const server = await startServer('--demo')
const { api } = server

const all = await listAll<Meeting>(api, '/meetings?limit=100&include_test=true')
const listFiltered = (query: string) => listAll<Meeting>(api, `/meetings?limit=100&${query}`)

async function bookMeeting(email: string) {
  const record = server.host.record(server.workspace)
  const conversation = await record.conversations.start({ page_url: 'https://acme.example/demo' })
  await record.conversations.message(conversation, { role: 'user', text: 'A demo, please' })
  const meeting = await record.meetings.book({
    conversation,
    provider: 'cal.com',
    start_at: '2027-01-11T09:00:00Z',
    end_at: '2027-01-11T09:30:00Z',
    invitee: { name: 'Ada Lovelace', email },
  })
  return { record, conversation, meeting }
}

// docs/api.md#meeting
test('every meeting has every documented field', () => {
  for (const meeting of all) {
    expect(meeting).toMatchObject({
      id: anId('mtg_'),
      object: 'meeting',
      status: aString,
      verified: aBoolean,
      provider: aString,
      start_at: aTimestamp,
      end_at: aTimestamp,
      booked_at: aTimestamp,
      updated_at: aTimestamp,
      reschedules: expect.any(Number),
      conversation: anId('conv_'),
      invitee: { name: aString, email: expect.stringContaining('@') },
      test: aBoolean,
    })
    const others = ['meeting_type', 'host', 'join_url', 'reschedule_url', 'cancel_url', 'contact']
    for (const name of others) expect(meeting).toHaveProperty(name)
    expect(meeting.start_at < meeting.end_at).toBe(true)
  }
  expect(all.length).toBeGreaterThanOrEqual(20)
})

// docs/api.md#meeting-states
test('a meeting is booked or canceled', () => {
  expect([...new Set(all.map(({ status }) => status))].sort()).toEqual(['booked', 'canceled'])
})

// docs/api.md#filters
test('the filter `verified` selects the confirmed meetings, or the others', async () => {
  const [plain, verified, unverified] = await Promise.all([
    listFiltered('include_test=false'),
    listFiltered('verified=true'),
    listFiltered('verified=false'),
  ])
  expect(verified.length).toBeGreaterThan(0)
  expect(unverified.length).toBeGreaterThan(0)
  expect(verified.every((meeting) => meeting.verified)).toBe(true)
  expect(unverified.some((meeting) => meeting.verified)).toBe(false)
  expect([...idsOf(verified), ...idsOf(unverified)].sort()).toEqual(idsOf(plain).sort())
})

test('the filter `updated_since` finds the meetings that changed since a time, with and without preview chats', async () => {
  const tenth = all[9]
  if (!tenth) throw new Error('There are fewer than ten meetings.')
  const since = `updated_since=${tenth.updated_at}`
  const changed = all.filter(({ updated_at }) => updated_at >= tenth.updated_at)
  expect(idsOf(await listFiltered(`${since}&include_test=true`))).toEqual(idsOf(changed))
  expect(idsOf(await listFiltered(since))).toEqual(
    idsOf(changed.filter((meeting) => !meeting.test)),
  )
})

test('boolean filters accept only true and false', async () => {
  for (const name of ['verified', 'include_test']) {
    for (const value of ['', '1', 'no', 'False']) {
      expectInvalid(await api.get(`/meetings?${name}=${value}`), name)
    }
  }
})

// docs/api.md#meeting
test('a single meeting is the same as in the list', async () => {
  for (const meeting of all.slice(0, 5)) {
    expect(await ok(api.get(`/meetings/${meeting.id}`))).toEqual(meeting)
  }
  expectNotFound(await api.get('/meetings/mtg_unknown'))
  expectNotFound(await server.testApi.get(`/meetings/${all[0]?.id}`))
})

// docs/api.md#personal-details
test('without contacts:read, no meeting identifies anybody', async () => {
  const blind = await server.withScopes('meetings:read')
  const hidden = await listAll<Meeting>(blind, '/meetings?limit=100&include_test=true')
  const nobody = { name: null, email: null }
  expect(hidden).toEqual(all.map((meeting) => ({ ...meeting, contact: null, invitee: nobody })))
  const one = await ok(blind.get<Meeting>(`/meetings/${all[0]?.id}`))
  expect([one.contact, one.invitee]).toEqual([null, nobody])
})

// docs/api.md#meeting
test('the conversation of a meeting has the booking', async () => {
  const { conversation, meeting } = await bookMeeting('booker@example.com')
  const read = await ok(api.get<Conversation>(`/conversations/${conversation}`))
  expect(read.outcome).toBe('meeting')
  expect(read.booking).toMatchObject({
    booker_email: 'booker@example.com',
    meeting,
    start_at: '2027-01-11T09:00:00.000Z',
  })
})

test('a meeting has all data of its booking, and the contact with the address of the invitee', async () => {
  const record = server.host.record(server.workspace)
  const body = { email: 'invited@example.com' }
  const { id: contact } = await ok(api.post<Contact>('/contacts', body))
  const conversation = await record.conversations.start({})
  const details = {
    provider: 'cal.com',
    meeting_type: 'Intro call',
    host: 'Grace',
    join_url: 'https://calendar.example/join',
    reschedule_url: 'https://calendar.example/move',
    cancel_url: 'https://calendar.example/cancel',
    conversation,
  }
  const id = await record.meetings.book({
    ...details,
    start_at: new Date('2026-10-20T09:00:00Z'),
    end_at: '2026-10-20T11:30:00+02:00',
    invitee: { name: 'Ada', email: 'Invited@Example.com' },
  })
  const meeting = await ok(api.get<Meeting>(`/meetings/${id}`))
  expect(meeting).toEqual({
    ...details,
    id,
    object: 'meeting',
    status: 'booked',
    verified: false,
    start_at: '2026-10-20T09:00:00.000Z',
    end_at: '2026-10-20T09:30:00.000Z',
    booked_at: aTimestamp,
    updated_at: meeting.booked_at,
    reschedules: 0,
    contact,
    invitee: { name: 'Ada', email: 'invited@example.com' },
    test: false,
  })
})

// docs/api.md#meeting-states
test('a booking creates a meeting, which the calendar can confirm', async () => {
  const { record, meeting } = await bookMeeting('states@example.com')
  const booked = await ok(api.get<Meeting>(`/meetings/${meeting}`))
  expect(booked).toMatchObject({
    status: 'booked',
    verified: false,
    reschedules: 0,
    start_at: '2027-01-11T09:00:00.000Z',
    invitee: { name: 'Ada Lovelace', email: 'states@example.com' },
  })
  await record.meetings.verify(meeting)
  expect((await ok(api.get<Meeting>(`/meetings/${meeting}`))).verified).toBe(true)
})

test('a meeting counts how often it was rescheduled, and has the status canceled after a cancellation', async () => {
  const { record, meeting } = await bookMeeting('moving@example.com')
  await record.meetings.move(meeting, {
    start_at: '2027-01-12T10:00:00Z',
    end_at: '2027-01-12T10:30:00Z',
  })
  const moved = await ok(api.get<Meeting>(`/meetings/${meeting}`))
  expect(moved).toMatchObject({
    status: 'booked',
    start_at: '2027-01-12T10:00:00.000Z',
    end_at: '2027-01-12T10:30:00.000Z',
    reschedules: 1,
  })
  await record.meetings.cancel(meeting)
  const canceled = await ok(api.get<Meeting>(`/meetings/${meeting}`))
  expect(canceled.status).toBe('canceled')
})

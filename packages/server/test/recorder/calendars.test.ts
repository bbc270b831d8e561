import { expect, test } from 'vitest'
import { calcom, calendly } from '../../src/index.ts'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeOverMemory, describeOverStores } from '../support/stores.ts'
import {
  calcomBody,
  calcomHeaders,
  calendlyBody,
  calendlyHeaders,
  inviteeUri,
} from './calendar-bodies.ts'

const secret = 'cal-secret'
const later = { startTime: '2026-10-15T08:00:00Z', endTime: '2026-10-15T08:30:00Z' }

async function setUp(options: KitOptions = {}) {
  const kit = await createKit(options)
  const call = caller(kit)
  const workspace = kit.workspace.id
  const { conversation, id: session } = (await call('POST', '/chat/sessions', { body: {} })).json
  const send = async (calendar: ReturnType<typeof calcom>, body: string, headers: object) => {
    const served = kit.doorkit.calendar({ workspace, calendar })
    const init = { method: 'POST', body, headers: { ...headers } }
    const response = await served.fetch('https://acme.example/calendar', init)
    const json = (await response.json()) as { taken?: string; code?: string }
    return { status: response.status, json }
  }
  return {
    ...kit,
    call,
    conversation: conversation as string,
    calcom: (body: string, headers: object = calcomHeaders(body, secret)) =>
      send(calcom({ secret }), body, headers),
    calendly: (body: string, headers: object = calendlyHeaders(body, secret, testStart)) =>
      send(calendly({ signingKey: secret }), body, headers),
    listMeetings: async () => (await call('GET', '/meetings')).json.data,
    say: (text: string) => call('POST', `/chat/sessions/${session}/messages`, { body: { text } }),
    listEventTypes: async (): Promise<string[]> =>
      (await call('GET', '/events')).json.data
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => type.startsWith('meeting.'))
        .reverse(),
  }
}

describeOverMemory('a calendar', (store) => {
  test('of Cal.com books, moves and cancels the meeting of a conversation', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation, videoCallUrl: 'https://video.example/1' }
    const booked = await kit.calcom(calcomBody('BOOKING_CREATED', { metadata }))
    expect([booked.status, booked.json]).toEqual([200, { taken: 'booked' }])
    expect(await kit.listMeetings()).toMatchObject([
      {
        status: 'booked',
        verified: true,
        provider: 'cal.com',
        meeting_type: '30min',
        host: 'Grace Hopper',
        start_at: '2026-10-14T10:00:00.000Z',
        join_url: 'https://video.example/1',
        conversation: kit.conversation,
        invitee: { name: 'Ada Byron', email: 'ada@example.com' },
      },
    ])
    const moved = { uid: 'new', rescheduleUid: 'bFJeNb2uX8ANpT3JL5EfXw', metadata, ...later }
    expect((await kit.calcom(calcomBody('BOOKING_RESCHEDULED', moved))).json.taken).toBe('moved')
    const stale = calcomBody('BOOKING_CANCELLED', { metadata })
    expect((await kit.calcom(stale)).json.taken).toBe('ignored')
    expect(await kit.listMeetings()).toMatchObject([
      { status: 'booked', reschedules: 1, start_at: '2026-10-15T08:00:00.000Z' },
    ])
    const canceled = calcomBody('BOOKING_CANCELLED', { uid: 'new', metadata, ...later })
    expect((await kit.calcom(canceled)).json.taken).toBe('canceled')
    expect(await kit.listMeetings()).toMatchObject([{ status: 'canceled' }])
    expect(await kit.listEventTypes()).toEqual([
      'meeting.booked',
      'meeting.rescheduled',
      'meeting.canceled',
    ])
  })

  test('of Calendly books, moves and cancels a meeting, where a move is a new invitee', async () => {
    const kit = await setUp({ store: store() })
    const tracking = { utm_content: kit.conversation }
    const [first, second] = [inviteeUri('A'), inviteeUri('B')]
    const created = calendlyBody('invitee.created', { uri: first, tracking })
    expect((await kit.calendly(created)).json).toEqual({ taken: 'booked' })
    const old = { uri: first, tracking, rescheduled: true, new_invitee: second }
    expect((await kit.calendly(calendlyBody('invitee.canceled', old))).json.taken).toBe('ignored')
    const times = {
      start_time: '2026-10-15T08:00:00.000000Z',
      end_time: '2026-10-15T08:30:00.000000Z',
    }
    const replaced = { uri: second, tracking, old_invitee: first }
    const moved = calendlyBody('invitee.created', replaced, times)
    expect((await kit.calendly(moved)).json.taken).toBe('moved')
    expect(await kit.listMeetings()).toMatchObject([
      { status: 'booked', start_at: '2026-10-15T08:00:00.000Z', host: 'Grace Hopper' },
    ])
    const gone = calendlyBody('invitee.canceled', { uri: second, tracking })
    expect((await kit.calendly(gone)).json.taken).toBe('canceled')
    expect(await kit.listMeetings()).toMatchObject([{ status: 'canceled' }])
  })

  test('finds the conversation of the invitee if the booking names none', async () => {
    const kit = await setUp({ store: store() })
    const body = calcomBody('BOOKING_CREATED')
    expect((await kit.calcom(body)).json.taken).toBe('ignored')
    await kit.say('I am Ada Byron, ada@example.com')
    expect((await kit.calcom(body)).json.taken).toBe('booked')
    expect(await kit.listMeetings()).toMatchObject([{ conversation: kit.conversation }])
  })

  test('may give a meeting a long name, which is cut without splitting a character', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation }
    const eventTitle = `${'a'.repeat(199)}😀 and more`
    await kit.calcom(calcomBody('BOOKING_CREATED', { metadata, eventTitle }))
    expect(await kit.listMeetings()).toMatchObject([{ meeting_type: `${'a'.repeat(199)}😀` }])
  })

  test('books nothing for a conversation of another workspace', async () => {
    const kit = await setUp({ store: store() })
    const other = await kit.anotherWorkspace()
    const foreign = (await other.call('POST', '/chat/sessions', { body: {} })).json.conversation
    const body = calcomBody('BOOKING_CREATED', { metadata: { conversation: foreign } })
    expect((await kit.calcom(body)).json.taken).toBe('ignored')
    expect((await other.call('GET', '/meetings')).json.data).toEqual([])
  })

  test('may report moves in any order, and one meeting is booked, at the last time', async () => {
    const created = { event: 'BOOKING_CREATED', uid: 'a' }
    const first = { event: 'BOOKING_RESCHEDULED', uid: 'b', rescheduleUid: 'a' }
    const second = { event: 'BOOKING_RESCHEDULED', uid: 'c', rescheduleUid: 'b', ...later }
    const orders = [
      [created, first, second],
      [created, second, first],
      [first, created, second],
      [first, second, created],
      [second, created, first],
      [second, first, created],
    ]
    for (const order of orders) {
      const kit = await setUp({ store: store() })
      const metadata = { conversation: kit.conversation }
      for (const { event, ...changes } of order) {
        const body = calcomBody(event, { ...changes, metadata })
        expect((await kit.calcom(body)).status).toBe(200)
      }
      const booked = (await kit.listMeetings()).filter(
        ({ status }: { status: string }) => status === 'booked',
      )
      expect(booked).toMatchObject([{ start_at: '2026-10-15T08:00:00.000Z' }])
    }
  })

  test('may report a cancellation first, and then the late booking is ignored', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation }
    const canceled = calcomBody('BOOKING_CANCELLED', { uid: 'z', metadata })
    const late = calcomBody('BOOKING_CREATED', { uid: 'z', metadata })
    expect((await kit.calcom(canceled)).json.taken).toBe('canceled')
    expect((await kit.calcom(late)).json.taken).toBe('ignored')
    expect(await kit.listMeetings()).toEqual([])
  })

  test('is refused without a valid signature, and changes nothing', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation }
    const body = calcomBody('BOOKING_CREATED', { metadata })
    for (const headers of [
      {},
      calcomHeaders(body, 'another'),
      calcomHeaders(`${body} `, secret),
      { 'X-Cal-Signature-256': 'zz' },
    ]) {
      const { status, json } = await kit.calcom(body, headers)
      expect([status, json.code]).toEqual([401, 'authentication_required'])
    }
    const other = calendlyBody('invitee.created', { tracking: { utm_content: kit.conversation } })
    for (const headers of [
      {},
      calendlyHeaders(other, 'another', testStart),
      calendlyHeaders(other, secret, testStart - 301_000),
      calendlyHeaders(other, secret, testStart + 301_000),
    ]) {
      expect((await kit.calendly(other, headers)).status).toBe(401)
    }
    expect(await kit.listMeetings()).toEqual([])
  })

  test('gets 400 for an invalid body, and its ping is ignored', async () => {
    const kit = await setUp({ store: store() })
    for (const body of ['', 'no json', '[]', '{"triggerEvent":"BOOKING_CREATED"}']) {
      expect((await kit.calcom(body)).status, body).toBe(400)
    }
    const ping = '{"triggerEvent":"PING","createdAt":"2026-10-12T09:30:00Z"}'
    expect((await kit.calcom(ping)).json).toEqual({ taken: 'ignored' })
  })

  test('checks only the first attendee, because a body may contain many', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation }
    const attendees = [{ name: 'Ada Byron', email: 'ada@example.com' }, 1]
    const body = calcomBody('BOOKING_CREATED', { metadata, attendees })
    expect((await kit.calcom(body)).json).toEqual({ taken: 'booked' })
    expect(await kit.listMeetings()).toMatchObject([{ invitee: { name: 'Ada Byron' } }])
  })

  test('stores no URL with a very long host, because parsing it takes long', async () => {
    const kit = await setUp({ store: store() })
    const videoCallUrl = `https://${'a.'.repeat(200)}example/1`
    const metadata = { conversation: kit.conversation, videoCallUrl }
    expect((await kit.calcom(calcomBody('BOOKING_CREATED', { metadata }))).status).toBe(200)
    expect(await kit.listMeetings()).toMatchObject([{ join_url: null }])
  })

  test('stores nothing about an erased person, and still moves their meeting', async () => {
    const kit = await setUp({ store: store() })
    const metadata = { conversation: kit.conversation }
    await kit.calcom(calcomBody('BOOKING_CREATED', { uid: 'a', metadata }))
    await kit.doorkit.privacy.erase({ workspace: kit.workspace.id, email: 'ada@example.com' })
    const moved = { uid: 'b', rescheduleUid: 'a', metadata, ...later }
    expect((await kit.calcom(calcomBody('BOOKING_RESCHEDULED', moved))).json.taken).toBe('moved')
    expect(await kit.listMeetings()).toMatchObject([
      {
        start_at: '2026-10-15T08:00:00.000Z',
        join_url: null,
        invitee: { name: null, email: null },
      },
    ])
  })
})

describeOverStores('a webhook that a calendar sends eight times at the same time', (store) => {
  test('books one meeting', async () => {
    const kit = await setUp({ store: store() })
    const body = calcomBody('BOOKING_CREATED', { metadata: { conversation: kit.conversation } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => kit.calcom(body)))
    expect(answers.map(({ json }) => json.taken).sort()).toEqual([
      'booked',
      ...Array.from({ length: 7 }, () => 'ignored'),
    ])
    expect(await kit.listMeetings()).toHaveLength(1)
  })
})

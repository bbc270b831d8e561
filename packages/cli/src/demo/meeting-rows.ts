import { type MeetingData, meetings, toMeeting } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import type { DemoEvent } from './event-rows.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A meeting of the demo: the write that stores it, and what happened to it. */
export interface DemoMeeting {
  readonly id: string
  readonly startAt: number
  /** In lower case. */
  readonly email: string
  /** The name of who booked it. */
  readonly invitee: string
  readonly status: MeetingData['status']
  readonly op: WriteOp
  readonly events: readonly DemoEvent[]
}

/** The visit a meeting was booked in. */
export interface BookedIn {
  readonly workspace: string
  readonly visit: Visit
  readonly conversation: string
  readonly contact: string | null
  /** Milliseconds since the epoch. */
  readonly bookedAt: number
}

const minute = 60_000
const day = 24 * 60 * minute
const hosts = ['Johanna Brandt', 'Mateo Rossi'] as const
const team = { firstName: 'Acme', lastName: 'Team', email: 'team@acme.example' }

/** Books a meeting. Of every twenty four are canceled, three were moved, five are unconfirmed. */
export function bookMeeting(
  random: SeededRandom,
  demoId: DemoId,
  { workspace, visit, conversation, contact, bookedAt }: BookedIn,
): DemoMeeting {
  const { nth, test } = visit
  const id = demoId('meeting', visit.name, bookedAt)
  const invitee = visit.person ?? team
  const canceledAt = !test && nth % 5 === 4 ? bookedAt + random.between(10, 170) * minute : null
  const movedAt = !test && nth % 7 === 3 ? bookedAt + random.between(10, 170) * minute : null
  const verifiedAt = !test && nth % 4 !== 1 ? bookedAt + random.between(1, 3) * minute : null
  const firstStart = freeTime(random, bookedAt)
  const startAt = movedAt === null ? firstStart : firstStart + day
  const page = `https://calendar.acme.example/${id}`
  const keys = {
    workspace,
    conversation,
    updated_at: Math.max(bookedAt, canceledAt ?? 0, movedAt ?? 0, verifiedAt ?? 0),
    start_at: startAt,
    verified: Number(verifiedAt !== null),
    test: Number(test),
    invitee_email: invitee.email,
  }
  const data: MeetingData = {
    status: canceledAt === null ? 'booked' : 'canceled',
    provider: nth % 3 === 2 ? 'calendly' : 'cal.com',
    meeting_type: 'Demo, 30 minutes',
    host: random.pick(hosts),
    end_at: startAt + 30 * minute,
    booked_at: bookedAt,
    reschedules: Number(movedAt !== null),
    join_url: `https://meet.acme.example/${id}`,
    reschedule_url: `${page}/reschedule`,
    cancel_url: `${page}/cancel`,
    contact,
    invitee_name: `${invitee.firstName} ${invitee.lastName}`,
  }
  const asBooked = {
    id,
    keys: { ...keys, updated_at: bookedAt, start_at: firstStart, verified: 0 },
    data: { ...data, status: 'booked', end_at: firstStart + 30 * minute, reschedules: 0 },
  } as const
  const happened = (type: DemoEvent['type'], at: number | null, row: Shown = { id, keys, data }) =>
    at === null || test ? [] : [{ type, subject, at, data: { object: show(row) } }]
  const subject = { kind: 'meeting', id } as const
  return {
    id,
    startAt,
    email: invitee.email,
    invitee: `${invitee.firstName} ${invitee.lastName}`,
    status: data.status,
    op: meetings.insert(id, keys, data),
    events: [
      ...happened('meeting.booked', bookedAt, asBooked),
      ...happened('meeting.rescheduled', movedAt),
      ...happened('meeting.canceled', canceledAt),
    ],
  }
}

type Shown = Parameters<typeof toMeeting>[0]

const show = (row: Shown) => toMeeting(row, { names: true })

/** Some days later, at a full hour of the morning or afternoon. */
function freeTime(random: SeededRandom, at: number): number {
  const date = Math.floor(at / day) * day + random.between(1, 6) * day
  return date + random.between(9, 16) * 60 * minute
}

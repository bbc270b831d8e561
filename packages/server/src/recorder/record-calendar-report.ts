import { Email, normalizeEmail } from '@doorkit/models'
import { calendarBookings } from '../collections/calendar-booking.ts'
import { equals, listAll } from '../collections/collection.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import { type Change, commitChange } from '../commit/commit-change.ts'
import { bookMeeting, type NewMeeting } from '../conversations/book-meeting.ts'
import type { CalendarReport } from '../ports/calendar.ts'
import type { Services } from '../services/services.ts'
import { storableText } from '../text/storable-text.ts'
import { digest } from '../values/digest.ts'
import { changeMeeting } from './change-meeting.ts'

/**
 * The outcome of a report: `ignored` if the report was already known, came too late to change a meeting,
 * or belongs to no conversation of the workspace.
 */
export type BookingOutcome = 'booked' | 'moved' | 'canceled' | 'ignored'

/** A calendar's report, with its workspace and provider. */
interface BookingReport {
  readonly workspace: string
  readonly provider: string
  readonly report: CalendarReport
}

/**
 * Records a report of a calendar in one commit with its event. A repeat changes nothing, and reports
 * may arrive in any order.
 */
export function recordBooking(
  services: Services,
  reported: BookingReport,
): Promise<BookingOutcome> {
  return commitChange(services, reported.workspace, (at) => changeOf(services, reported, at))
}

const ignored: Change<BookingOutcome> = { ops: [], reply: 'ignored' }

async function changeOf(
  services: Services,
  reported: BookingReport,
  at: number,
): Promise<Change<BookingOutcome>> {
  const { workspace, provider, report } = reported
  const { kind, id, previousId, startAt, endAt } = report
  const known = await readKnown(services, reported, id)
  const previous = previousId === null ? null : await readKnown(services, reported, previousId)
  const remember = (booking: string, meeting: string | null) => {
    const columns = { workspace, meeting, created_at: at }
    return calendarBookings.insert(digest([provider, booking]), columns, null)
  }
  if (kind === 'canceled') {
    if (!known) return { ops: [remember(id, null)], reply: 'canceled' }
    return cancel(services, known.meeting, externalIdOf(provider, id), at)
  }
  if (known) {
    // This report is a repeat, or a later report of the booking has arrived first. In the second case,
    // the previous booking must not get or keep a meeting of its own.
    if (previousId === null) return ignored
    if (!previous) {
      return { ops: [remember(previousId, known.meeting?.id ?? null)], reply: 'ignored' }
    }
    if (previous.meeting?.id === known.meeting?.id) return ignored
    return cancel(services, previous.meeting, externalIdOf(provider, previousId), at)
  }
  if (kind === 'moved' && previous?.meeting?.data.status === 'booked') {
    const { meeting } = previous
    // An erased meeting must not get URLs that identify the person.
    const isErased = meeting.columns.invitee_email === null && meeting.data.invitee_name === null
    const ops = await changeMeeting(
      services,
      meeting,
      {
        set: { start_at: startAt, external_id: externalIdOf(provider, id), verified: 1 },
        data: {
          end_at: endAt,
          reschedules: meeting.data.reschedules + 1,
          ...(isErased ? {} : urlsOf(report)),
        },
        event: 'meeting.rescheduled',
      },
      at,
    )
    return { ops: [...ops, remember(id, meeting.id)], reply: 'moved' }
  }
  const conversation = await findConversationOf(services, reported)
  if (!conversation) return ignored
  const booked = await bookMeeting(services, conversation, meetingOf(reported), at)
  const ids = previousId !== null && !previous ? [id, previousId] : [id]
  return {
    ops: [...booked.ops, ...ids.map((booking) => remember(booking, booked.id))],
    reply: 'booked',
  }
}

/** Cancels a meeting, if it is still booked under this id of the calendar. */
async function cancel(
  services: Services,
  meeting: StoredMeeting | null,
  externalId: string,
  at: number,
): Promise<Change<BookingOutcome>> {
  if (meeting?.data.status !== 'booked' || meeting.columns.external_id !== externalId)
    return ignored
  const change = { data: { status: 'canceled' }, event: 'meeting.canceled' } as const
  return { ops: await changeMeeting(services, meeting, change, at), reply: 'canceled' }
}

function meetingOf({ provider, report }: BookingReport): NewMeeting {
  const storable = (text: string | null) => text && storableText(text)
  return {
    columns: {
      start_at: report.startAt,
      verified: 1,
      invitee_email: emailOf(report),
      external_id: externalIdOf(provider, report.id),
    },
    data: {
      provider,
      meeting_type: storable(report.meetingType),
      host: storable(report.host),
      end_at: report.endAt,
      reschedules: report.kind === 'moved' ? 1 : 0,
      ...urlsOf(report),
      invitee_name: storable(report.invitee.name),
    },
  }
}

function urlsOf({ joinUrl, rescheduleUrl, cancelUrl }: CalendarReport) {
  return { join_url: joinUrl, reschedule_url: rescheduleUrl, cancel_url: cancelUrl }
}

/** The conversation that the report names, or else the invitee's conversation that changed last. */
async function findConversationOf(
  { store }: Services,
  { workspace, report }: BookingReport,
): Promise<StoredConversation | null> {
  const { conversation } = report
  if (conversation?.startsWith('conv_')) {
    const named = await conversations.get(store, workspace, conversation)
    if (named) return named
  }
  const email = emailOf(report)
  if (email === null) return null
  const paths = [
    ['conversations_lead', 'lead_email'],
    ['conversations_visitor', 'visitor_email'],
    ['conversations_booker', 'booker_email'],
  ] as const
  const found = await Promise.all(
    paths.map(([index, column]) =>
      listAll(store, conversations, index, [equals('workspace', workspace), equals(column, email)]),
    ),
  )
  const [latest] = found
    .flat()
    .sort((left, right) => right.columns.updated_at - left.columns.updated_at)
  return latest ?? null
}

function emailOf({ invitee: { email } }: CalendarReport): string | null {
  return email !== null && Email.safeParse(email).success ? normalizeEmail(email) : null
}

async function readKnown(
  { store }: Services,
  { workspace, provider }: BookingReport,
  id: string,
): Promise<{ readonly meeting: StoredMeeting | null } | null> {
  const row = await calendarBookings.get(store, workspace, digest([provider, id]))
  if (!row) return null
  const { meeting } = row.columns
  return { meeting: meeting === null ? null : await meetings.get(store, workspace, meeting) }
}

const externalIdOf = (provider: string, id: string) => `${provider}:${id}`

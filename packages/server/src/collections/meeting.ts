import { type Id, type Meeting, toTimestamp } from '@doorkit/models'
import { collection } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'

type ShownField = 'status' | 'provider' | 'meeting_type' | 'host' | 'reschedules'

export interface MeetingData
  extends Readonly<Pick<Meeting, ShownField | 'join_url' | 'reschedule_url' | 'cancel_url'>> {
  readonly end_at: number
  readonly booked_at: number
  readonly contact: string | null
  readonly invitee_name: string | null
}

const meetingColumns = {
  workspace: 'text',
  conversation: 'text',
  updated_at: 'integer',
  start_at: 'integer',
  verified: 'integer',
  test: 'integer',
  /** In lower case. */
  invitee_email: orNull('text'),
  /** The provider, then the calendar's id of the booking: `cal.com:bk_1`. */
  external_id: orNull('text'),
} as const

/** Meetings, each of which belongs to a conversation. */
export const meetings = collection<typeof meetingColumns, MeetingData>({
  name: 'meetings',
  columns: meetingColumns,
  indexes: [
    { name: 'meetings_by_change', on: ['workspace', 'test', 'verified', 'updated_at'] },
    { name: 'meetings_invitee', on: ['workspace', 'invitee_email'] },
    { name: 'meetings_conversation', on: ['workspace', 'conversation'] },
    { name: 'meetings_age', on: ['start_at'] },
  ],
  retention: 'forever',
  fields: {
    ...plain('status', 'provider', 'meeting_type', 'host', 'external_id'),
    conversation: { of: 'conversations' },
    invitee_email: { is: 'email' },
    invitee_name: { erased: null },
    contact: { erased: null },
    join_url: { erased: null },
    reschedule_url: { erased: null },
    cancel_url: { erased: null },
  },
  owner: 'invitee_email',
  ids: 'meeting',
  exported: (row) => ['meetings', toMeeting(row, { showsNames: true })],
})

export type StoredMeeting = StoredRow<typeof meetingColumns, MeetingData>

/**
 * Converts a meeting to the API's form. Without `showsNames`, the contact and the invitee's name and
 * address are null.
 */
export function toMeeting(
  { id, columns, data }: Pick<StoredMeeting, 'id' | 'columns' | 'data'>,
  { showsNames }: { readonly showsNames: boolean },
): Meeting {
  return {
    id: id as Id<'meeting'>,
    object: 'meeting',
    status: data.status,
    verified: columns.verified === 1,
    provider: data.provider,
    meeting_type: data.meeting_type,
    host: data.host,
    start_at: toTimestamp(columns.start_at),
    end_at: toTimestamp(data.end_at),
    booked_at: toTimestamp(data.booked_at),
    updated_at: toTimestamp(columns.updated_at),
    reschedules: data.reschedules,
    join_url: data.join_url,
    reschedule_url: data.reschedule_url,
    cancel_url: data.cancel_url,
    conversation: columns.conversation as Id<'conversation'>,
    contact: showsNames ? (data.contact as Id<'contact'> | null) : null,
    invitee: {
      name: showsNames ? data.invitee_name : null,
      email: showsNames ? columns.invitee_email : null,
    },
    test: columns.test === 1,
  }
}

import { toTimestamp } from '@doorkit/models'
import { collection } from './collection.ts'
import { oneOf, orNull, plain } from './declare-collection.ts'

export interface BookingData {
  readonly status: string
  readonly name: string | null
  readonly link: string | null
}

const bookingColumns = {
  workspace: 'text',
  /** An attempt in a conversation, or a booking through a personal link. */
  kind: oneOf<'attempt' | 'link'>(),
  email: orNull('text'),
  /** Privacy operations find a booking without an address by its conversation or meeting. */
  conversation: orNull('text'),
  meeting: orNull('text'),
  created_at: 'integer',
} as const

/** Attempts to book a meeting, and bookings through personal links. */
export const bookings = collection<typeof bookingColumns, BookingData>({
  name: 'bookings',
  columns: bookingColumns,
  indexes: [
    { name: 'bookings_email', on: ['workspace', 'email', 'kind', 'created_at'] },
    { name: 'bookings_conversation', on: ['workspace', 'conversation'] },
    { name: 'bookings_meeting', on: ['workspace', 'meeting'] },
    { name: 'bookings_age', on: ['created_at'] },
  ],
  retention: 'forever',
  fields: {
    ...plain('kind', 'status', 'link'),
    email: { is: 'email' },
    name: { erased: null },
    conversation: { of: 'conversations' },
    meeting: { of: 'meetings' },
  },
  owner: 'email',
  exported: ({ id, columns: { kind, email, meeting, created_at }, data: { status, name } }) => [
    kind === 'attempt' ? 'booking_attempts' : 'link_bookings',
    { id, status, name, email, created_at: toTimestamp(created_at), meeting },
  ],
})

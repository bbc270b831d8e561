import { type BookingRecord, toTimestamp } from '@doorkit/models'
import { collection, type Stored } from './collection.ts'
import { type KeysOf, oneOf, orNull, plain } from './declaration.ts'

export interface BookingData {
  readonly status: string
  readonly name: string | null
  readonly link: string | null
}

const bookingKeys = {
  workspace: 'text',
  /** Made in a conversation, or over a personal link. */
  kind: oneOf<'attempt' | 'link'>(),
  email: orNull('text'),
  /** The objects it is part of: privacy operations find it by these where it has no address. */
  conversation: orNull('text'),
  meeting: orNull('text'),
  created_at: 'integer',
} as const
type BookingKeys = KeysOf<typeof bookingKeys>

/** Attempts to book a meeting, and bookings over personal links. */
export const bookings = collection<BookingKeys, BookingData>({
  name: 'bookings',
  keys: bookingKeys,
  indexes: [
    { name: 'bookings_email', on: ['workspace', 'email', 'kind', 'created_at'] },
    { name: 'bookings_conversation', on: ['workspace', 'conversation'] },
    { name: 'bookings_meeting', on: ['workspace', 'meeting'] },
  ],
  kept: 'for ever',
  fields: {
    ...plain('kind', 'status', 'link'),
    email: { is: 'email' },
    name: { erased: null },
    conversation: { of: 'conversations' },
    meeting: { of: 'meetings' },
  },
  owner: 'email',
  exported: (row) => [
    row.keys.kind === 'attempt' ? 'booking_attempts' : 'link_bookings',
    toBooking(row),
  ],
})

export type StoredBooking = Stored<BookingKeys, BookingData>

/** The wire's form of a booking, as privacy exports show it. */
export function toBooking({ id, keys, data }: StoredBooking): BookingRecord {
  return {
    id,
    status: data.status,
    name: data.name,
    email: keys.email,
    created_at: toTimestamp(keys.created_at),
    meeting: keys.meeting,
  }
}

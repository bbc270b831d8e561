import type { StoredBooking } from '../collections/booking.ts'

/** What an erasure has changed so far: its receipt counts it, its replays must not show it. */
export interface Erased {
  /** The id of the receipt to come. */
  readonly id: string
  /** In lower case. */
  readonly email: string
  readonly conversations: Set<string>
  readonly bookings: Map<string, StoredBooking['keys']['kind']>
  /** The address, and the ids of what belongs to the person: what an answer names them by. */
  readonly people: Set<string>
  events: number
}

/** An erasure that has changed nothing yet. */
export function nothingErased(id: string, email: string): Erased {
  return {
    id,
    email,
    conversations: new Set(),
    bookings: new Map(),
    people: new Set([email]),
    events: 0,
  }
}

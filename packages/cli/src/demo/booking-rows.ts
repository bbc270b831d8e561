import { type BookingData, bookings } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoConversation } from './conversation-rows.ts'
import type { DemoId } from './demo-ids.ts'

/** Of the visitors who left their name, every so many began to book and did not go on. */
const abandonedEvery = 6

/**
 * The attempts to book that were made in a conversation, and the booking over its personal link:
 * what privacy operations show besides the meeting.
 */
export function bookingRows(
  workspace: string,
  demoId: DemoId,
  { row: { id: conversation, keys, data }, meeting, link, bookedAt, nth }: DemoConversation,
): WriteOp[] {
  const named = (kind: 'attempt' | 'link', at: number, booking: BookingData): WriteOp => {
    const email = meeting?.email ?? keys.lead_email
    const about = {
      conversation: kind === 'link' ? null : conversation,
      meeting: meeting?.id ?? null,
    }
    const id = demoId('booking', `${kind} ${conversation}`, at)
    return bookings.insert(id, { workspace, kind, email, ...about, created_at: at }, booking)
  }
  const name = meeting?.invitee ?? null
  if (meeting && bookedAt !== null) {
    const { status } = meeting
    return [
      named('attempt', bookedAt, { status, name, link: null }),
      ...(link ? [named('link', bookedAt, { status, name, link: link.id })] : []),
    ]
  }
  if (!data.lead || keys.test || nth % abandonedEvery !== 0) return []
  const { first_name, last_name, captured_at } = data.lead
  const person = `${first_name} ${last_name}`
  return [named('attempt', captured_at, { status: 'abandoned', name: person, link: null })]
}

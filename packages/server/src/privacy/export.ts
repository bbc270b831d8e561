import { type PrivacyExport, toTimestamp } from '@doorkit/models'
import type { Context } from '../pipeline/context.ts'
import { type StoredBooking, toBooking } from '../records/booking.ts'
import { toContact } from '../records/contact.ts'
import { toConversation } from '../records/conversation.ts'
import { readTranscript } from '../records/message.ts'
import { findPerson } from './person.ts'

/** Everything held about one person (spec: Privacy export). */
export async function exportPerson(context: Context, email: string): Promise<PrivacyExport> {
  const { store, workspace } = context
  const { contact, conversations, bookings } = await findPerson(store, workspace.id, email)
  const ofKind = (kind: StoredBooking['keys']['kind']) =>
    bookings.filter(({ keys }) => keys.kind === kind).map(toBooking)
  return {
    object: 'privacy_export',
    email,
    generated_at: toTimestamp(context.clock.now()),
    contact: contact && toContact(contact),
    conversations: await Promise.all(
      conversations.map(async (row) =>
        toConversation(row, { names: true, messages: await readTranscript(store, row.id) }),
      ),
    ),
    booking_attempts: ofKind('attempt'),
    link_bookings: ofKind('link'),
  }
}

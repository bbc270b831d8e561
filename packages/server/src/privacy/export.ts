import { type PrivacyExport, toTimestamp } from '@doorkit/models'
import { type StoredBooking, toBooking } from '../collections/booking.ts'
import { toContact } from '../collections/contact.ts'
import { toConversation } from '../collections/conversation.ts'
import { readTranscriptPages } from '../collections/message.ts'
import type { Context } from '../http/pipeline/context.ts'
import { JsonStream, PagedList } from '../http/pipeline/json-stream.ts'
import { findPerson } from './person.ts'

/** Everything held about one person (spec: Privacy export). */
export async function exportPerson(
  context: Context,
  email: string,
): Promise<JsonStream<PrivacyExport>> {
  const { store, workspace } = context
  const { contact, conversations, bookings } = await findPerson(store, workspace.id, email)
  const ofKind = (kind: StoredBooking['keys']['kind']) =>
    bookings.filter(({ keys }) => keys.kind === kind).map(toBooking)
  return new JsonStream<PrivacyExport>({
    object: 'privacy_export',
    email,
    generated_at: toTimestamp(context.clock.now()),
    contact: contact && toContact(contact),
    conversations: new PagedList(async function* () {
      for (const row of conversations) {
        const messages = new PagedList(() => readTranscriptPages(store, row.id))
        yield [toConversation(row, { names: true, messages })]
      }
    }),
    booking_attempts: ofKind('attempt'),
    link_bookings: ofKind('link'),
  })
}

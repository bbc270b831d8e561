import { type PrivacyExport, toTimestamp } from '@doorkit/models'
import { type StoredBooking, toBooking } from '../collections/booking.ts'
import { chatSessions, toSessionRecord } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import { toContact } from '../collections/contact.ts'
import { toConversation } from '../collections/conversation.ts'
import { toMeeting } from '../collections/meeting.ts'
import { readTranscriptPages } from '../collections/message.ts'
import { toVisitRecord } from '../collections/visit.ts'
import type { Context } from '../kit/context.ts'
import { JsonStream, PagedList } from '../text/json-stream.ts'
import { findPerson, listAll } from './person.ts'
import { visitsOf } from './visits-of.ts'

/** Everything held about one person (spec: Privacy export). */
export async function exportPerson(
  context: Context,
  email: string,
): Promise<JsonStream<PrivacyExport>> {
  const { store, workspace } = context
  const person = await findPerson(store, workspace.id, email)
  const { contact, conversations, meetings, bookings } = person
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
    chat_sessions: new PagedList(async function* () {
      for (const { id } of conversations) {
        const where = [equals('conversation', id)]
        const rows = await listAll(store, chatSessions, 'chat_sessions_conversation', where)
        yield rows.map(toSessionRecord)
      }
    }),
    meetings: meetings.map((row) => toMeeting(row, { names: true })),
    visits: (await visitsOf(store, workspace.id, email, person)).map(toVisitRecord),
  })
}

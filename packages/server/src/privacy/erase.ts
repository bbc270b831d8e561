import { createHash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import type { Context } from '../pipeline/context.ts'
import { contacts } from '../records/contact.ts'
import { erasures } from '../records/erasure.ts'
import { namings } from '../records/naming.ts'
import { equals } from '../records/record.ts'
import type { Store } from '../store/index.ts'
import { eraseAnswers } from './erase-answers.ts'
import { detachMeeting, eraseBooking, eraseMeeting } from './erase-booking.ts'
import { eraseConversation, eraseTranscript } from './erase-conversation.ts'
import { eraseEvents } from './erase-events.ts'
import { findContact, findPerson, meetingsOf, type PersonRecords } from './person.ts'

/**
 * Erases everything held about one person (spec: Behaviour of privacy operations). It runs in
 * steps, each of which can be repeated. What the person is found by goes last, so that an erasure
 * which was cut short is finished by the next.
 */
export async function erasePerson<Reply>(
  context: Context,
  email: string,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { store } = context
  const workspace = context.workspace.id
  const person = await findPerson(store, workspace, email)
  const sessions: string[] = []
  for (const conversation of person.conversations) {
    sessions.push(...(await eraseTranscript(context, conversation)).sessions)
  }
  let events = await eraseEventsOf(context, person)
  const contact = person.contact ? [person.contact.id] : []
  const marks = [email, ...contact, ...sessions, ...idsOf(person.meetings)]
  await eraseAnswers(context, workspace, marks)
  const [unnamedMeetings, meetings] = parted(person.meetings, ({ keys }) => keys.invitee_email)
  const [unnamedBookings, bookings] = parted(person.bookings, ({ keys }) => keys.email)
  for (const booking of unnamedBookings) await eraseBooking(context, booking)
  for (const meeting of unnamedMeetings) await eraseMeeting(context, meeting)
  for (const conversation of person.conversations) {
    for (const meeting of await meetingsOf(store, conversation.id)) {
      if (contact.some((id) => id === meeting.data.contact)) await detachMeeting(context, meeting)
    }
    await eraseConversation(context, conversation)
  }
  for (const meeting of meetings) await eraseMeeting(context, meeting)
  for (const booking of bookings) await eraseBooking(context, booking)
  // Those that happened meanwhile.
  events += await eraseEventsOf(context, person)

  const reply = await context.write(async (at) => {
    const row = await findContact(store, workspace, email)
    const erasure: Erasure = {
      object: 'privacy_erasure',
      id: context.makeId('erasure') as Id<'erasure'>,
      email_hash: createHash('sha256').update(email).digest('hex'),
      conversations: person.conversations.length,
      booking_attempts: person.bookings.filter(({ keys }) => keys.kind === 'attempt').length,
      link_bookings: person.bookings.filter(({ keys }) => keys.kind === 'link').length,
      events,
      contact_deleted: row !== null,
    }
    return {
      ops: [
        ...(row ? [contacts.remove(row.id, { ifRev: row.rev })] : []),
        erasures.insert(erasure.id, { workspace, created_at: at }, erasure),
      ],
      reply: toReply(erasure),
    }
  })
  await store.scrub?.().catch((error) => {
    context.logger.warn({ error }, 'What was erased may still stand in a log of the database.')
  })
  return reply
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

/** What is found through something else of the person, and what has the person's own address. */
function parted<Row>(rows: readonly Row[], addressOf: (row: Row) => string | null) {
  const named = (row: Row) => addressOf(row) !== null
  return [rows.filter((row) => !named(row)), rows.filter(named)] as const
}

async function eraseEventsOf(context: Context, person: PersonRecords): Promise<number> {
  const workspace = context.workspace.id
  const conversations = new Set<string | null>(idsOf(person.conversations))
  let erased = 0
  for (const { id } of [...person.conversations, ...person.meetings]) {
    erased += await eraseEvents(context, workspace, id)
  }
  if (person.contact) erased += await eraseEvents(context, workspace, person.contact.id)
  for (const other of await contactsNamedWith(context.store, person)) {
    erased += await eraseEvents(context, workspace, other, ({ data }) =>
      conversations.has(data.conversation),
    )
  }
  return erased
}

/**
 * Who else is the lead of a conversation that names the person: the event about that lead shows
 * the conversation too.
 */
async function contactsNamedWith(store: Store, person: PersonRecords): Promise<string[]> {
  const found = new Set<string>()
  for (const { id, data } of person.conversations) {
    if (data.contact) found.add(data.contact)
    const named = await namings.list(store, {
      index: 'conversation_namings_conversation',
      where: [equals('conversation', id)],
      dir: 'asc',
      limit: 1_000,
    })
    for (const naming of named) found.add(naming.data.contact)
  }
  if (person.contact) found.delete(person.contact.id)
  return [...found]
}

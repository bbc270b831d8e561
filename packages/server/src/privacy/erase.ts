import { createHash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import type { Context } from '../pipeline/context.ts'
import { contacts } from '../records/contact.ts'
import { erasures } from '../records/erasure.ts'
import { namings } from '../records/naming.ts'
import { equals } from '../records/record.ts'
import type { Store } from '../store/index.ts'
import { eraseAnswers } from './erase-answers.ts'
import { eraseBooking, eraseMeeting } from './erase-booking.ts'
import { eraseConversation } from './erase-conversation.ts'
import { eraseEvents } from './erase-events.ts'
import { findContact, findPerson, type PersonRecords } from './person.ts'

/**
 * Erases everything held about one person (spec: Behaviour of privacy operations). It runs in
 * steps, each of which can be repeated: an erasure that was cut short is finished by the next.
 */
export async function erasePerson<Reply>(
  context: Context,
  email: string,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { store } = context
  const workspace = context.workspace.id
  const person = await findPerson(store, workspace, email)
  const others = await contactsNamedWith(store, person)
  const sessions: string[] = []
  for (const conversation of person.conversations) {
    sessions.push(...(await eraseConversation(context, conversation)))
  }
  for (const meeting of person.meetings) await eraseMeeting(context, meeting)
  for (const booking of person.bookings) await eraseBooking(context, booking)
  const contact = person.contact ? [person.contact.id] : []
  const conversations = idsOf(person.conversations)
  const meetings = idsOf(person.meetings)

  let events = 0
  for (const subject of [...conversations, ...meetings, ...contact]) {
    events += await eraseEvents(context, workspace, subject)
  }
  for (const other of others) {
    events += await eraseEvents(context, workspace, other, ({ data }) =>
      conversations.some((id) => id === data.conversation),
    )
  }
  await eraseAnswers(context, workspace, [email, ...contact, ...sessions, ...meetings])

  return context.write(async (at) => {
    const row = await findContact(store, workspace, email)
    const erasure: Erasure = {
      object: 'privacy_erasure',
      id: context.makeId('erasure') as Id<'erasure'>,
      email_hash: createHash('sha256').update(email).digest('hex'),
      conversations: conversations.length,
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
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

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

import { equals } from '../collections/collection.ts'
import { namings } from '../collections/naming.ts'
import type { Services } from '../kit/services.ts'
import type { Store } from '../store/index.ts'
import { detachMeeting, eraseBooking, eraseMeeting } from './erase-booking.ts'
import { eraseConversation, eraseTranscript, eraseVisit } from './erase-conversation.ts'
import { eraseEvents } from './erase-events.ts'
import type { Erased } from './erased.ts'
import { eraseAnswersSoFar } from './finish-erasure.ts'
import { meetingsOf, type PersonRecords } from './person.ts'
import { visitsOf } from './visits-of.ts'

/**
 * Erases everything that names one person but the contact. It runs in steps, each of which can be
 * repeated. What the person is found by goes last, so that an erasure which was cut short is
 * finished by the next.
 */
export async function eraseRecords(
  services: Services,
  workspace: string,
  person: PersonRecords,
  erased: Erased,
): Promise<void> {
  const { store } = services
  for (const conversation of person.conversations) {
    const { sessions } = await eraseTranscript(services, conversation)
    for (const id of [conversation.id, ...sessions]) erased.people.add(id)
    erased.conversations.add(conversation.id)
  }
  for (const visit of await visitsOf(store, workspace, erased.email, person)) {
    await eraseVisit(services, visit)
  }
  for (const { id, keys } of person.bookings) erased.bookings.set(id, keys.kind)
  for (const { id } of person.meetings) erased.people.add(id)
  if (person.contact) erased.people.add(person.contact.id)
  await eraseEventsOf(services, workspace, person, erased)
  await eraseAnswersSoFar(services, workspace, erased)
  const [unnamedMeetings, meetings] = parted(person.meetings, ({ keys }) => keys.invitee_email)
  const [unnamedBookings, bookings] = parted(person.bookings, ({ keys }) => keys.email)
  for (const booking of unnamedBookings) await eraseBooking(services, booking)
  for (const meeting of unnamedMeetings) await eraseMeeting(services, meeting)
  const [unnamed, conversations] = parted(
    person.conversations,
    ({ keys }) => keys.visitor_email ?? keys.lead_email ?? keys.booker_email,
  )
  for (const conversation of [...unnamed, ...conversations]) {
    for (const meeting of await meetingsOf(store, conversation.id)) {
      const { contact } = meeting.data
      if (contact && contact === person.contact?.id) await detachMeeting(services, meeting)
    }
    await eraseConversation(services, conversation)
  }
  for (const meeting of meetings) await eraseMeeting(services, meeting)
  for (const booking of bookings) await eraseBooking(services, booking)
  // Those that happened meanwhile.
  await eraseEventsOf(services, workspace, person, erased)
}

/** What is found through something else of the person, and what has the person's own address. */
function parted<Row>(rows: readonly Row[], addressOf: (row: Row) => string | null) {
  const named = (row: Row) => addressOf(row) !== null
  return [rows.filter((row) => !named(row)), rows.filter(named)] as const
}

async function eraseEventsOf(
  services: Services,
  workspace: string,
  person: PersonRecords,
  erased: Erased,
): Promise<void> {
  const conversations = new Set<string | null>(person.conversations.map(({ id }) => id))
  for (const { id } of [...person.conversations, ...person.meetings]) {
    await eraseEvents(services, workspace, id, erased)
  }
  if (person.contact) await eraseEvents(services, workspace, person.contact.id, erased)
  for (const other of await contactsNamedWith(services.store, person)) {
    await eraseEvents(services, workspace, other, erased, ({ data }) =>
      conversations.has(data.conversation),
    )
  }
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

import type { StoredBooking } from '../collections/booking.ts'
import { namings } from '../collections/naming.ts'
import { equals } from '../collections/record.ts'
import type { Services } from '../services.ts'
import type { Store } from '../store/index.ts'
import { eraseAnswers } from './erase-answers.ts'
import { detachMeeting, eraseBooking, eraseMeeting } from './erase-booking.ts'
import { eraseConversation, eraseTranscript } from './erase-conversation.ts'
import { eraseEvents } from './erase-events.ts'
import { meetingsOf, type PersonRecords } from './person.ts'

/** What an erasure has changed so far: its receipt counts it, its replays must not show it. */
export interface Erased {
  readonly conversations: Set<string>
  readonly bookings: Map<string, StoredBooking['keys']['kind']>
  /** The ids that an answer about the person has in it. */
  readonly marks: Set<string>
  events: number
}

/** An erasure that has changed nothing yet. */
export function nothingErased(): Erased {
  return { conversations: new Set(), bookings: new Map(), marks: new Set(), events: 0 }
}

/**
 * Erases everything that names one person but the contact. It runs in steps, each of which can be
 * repeated. What the person is found by goes last, so that an erasure which was cut short is
 * finished by the next.
 */
export async function eraseRecords(
  services: Services,
  workspace: string,
  { email, person }: { readonly email: string; readonly person: PersonRecords },
  erased: Erased,
): Promise<void> {
  const { store } = services
  for (const conversation of person.conversations) {
    const { sessions } = await eraseTranscript(services, conversation)
    for (const id of sessions) erased.marks.add(id)
    erased.conversations.add(conversation.id)
  }
  for (const { id, keys } of person.bookings) erased.bookings.set(id, keys.kind)
  for (const { id } of person.meetings) erased.marks.add(id)
  if (person.contact) erased.marks.add(person.contact.id)
  erased.events += await eraseEventsOf(services, workspace, person)
  await eraseAnswers(services, workspace, [email, ...erased.marks])
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
  erased.events += await eraseEventsOf(services, workspace, person)
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
): Promise<number> {
  const conversations = new Set<string | null>(person.conversations.map(({ id }) => id))
  let erased = 0
  for (const { id } of [...person.conversations, ...person.meetings]) {
    erased += await eraseEvents(services, workspace, id)
  }
  if (person.contact) erased += await eraseEvents(services, workspace, person.contact.id)
  for (const other of await contactsNamedWith(services.store, person)) {
    erased += await eraseEvents(services, workspace, other, ({ data }) =>
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

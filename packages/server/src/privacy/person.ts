import { bookings, type StoredBooking } from '../records/booking.ts'
import { contacts, type StoredContact } from '../records/contact.ts'
import { conversations, type StoredConversation } from '../records/conversation.ts'
import { meetings, type StoredMeeting } from '../records/meeting.ts'
import { namings } from '../records/naming.ts'
import { type Collection, equals, type Stored } from '../records/record.ts'
import type { KeyValue, Store } from '../store/index.ts'

/** Everything that names one person. */
export interface PersonRecords {
  readonly contact: StoredContact | null
  readonly conversations: readonly StoredConversation[]
  readonly meetings: readonly StoredMeeting[]
  readonly bookings: readonly StoredBooking[]
}

/** The contact with an address, or null. */
export function findContact(
  store: Store,
  workspace: string,
  email: string,
): Promise<StoredContact | null> {
  const where = [equals('workspace', workspace), equals('email', email)]
  return contacts.first(store, 'contacts_email', where)
}

/** Finds everything that names an address, which is in lower case. */
export async function findPerson(
  store: Store,
  workspace: string,
  email: string,
): Promise<PersonRecords> {
  const all = <Keys, Data>(collection: Collection<Keys, Data>, index: string, key: string) =>
    listAll(store, collection, index, workspace, key, email)
  const [asLead, asBooker, asVisitor, named, held, booked] = await Promise.all([
    all(conversations, 'conversations_lead', 'lead_email'),
    all(conversations, 'conversations_booker', 'booker_email'),
    all(conversations, 'conversations_visitor', 'visitor_email'),
    all(namings, 'conversation_namings_email', 'email'),
    all(meetings, 'meetings_invitee', 'invitee_email'),
    all(bookings, 'bookings_email', 'email'),
  ])
  const found = new Map([...asLead, ...asBooker, ...asVisitor].map((row) => [row.id, row]))
  const alsoIn = [
    ...named.map(({ keys }) => keys.conversation),
    ...held.map(({ keys }) => keys.conversation),
    ...booked.map(({ data }) => data.conversation),
  ]
  for (const id of alsoIn) {
    const row = id === null || found.has(id) ? null : await conversations.get(store, id)
    if (row) found.set(row.id, row)
  }
  return {
    contact: await findContact(store, workspace, email),
    conversations: [...found.values()].sort(
      (left, right) => right.keys.started_at - left.keys.started_at,
    ),
    meetings: held,
    bookings: booked,
  }
}

const pageSize = 500

async function listAll<Keys, Data>(
  store: Store,
  collection: Collection<Keys, Data>,
  index: string,
  workspace: string,
  key: string,
  email: string,
): Promise<Stored<Keys, Data>[]> {
  const columns = collection.plan.indexes.find(({ name }) => name === index)?.on ?? []
  const found: Stored<Keys, Data>[] = []
  for (;;) {
    const last = found.at(-1)
    const values: Readonly<Record<string, KeyValue>> = last?.keys ?? {}
    const rows = await collection.list(store, {
      index,
      where: [equals('workspace', workspace), equals(key, email)],
      dir: 'asc',
      limit: pageSize,
      after: last && [...columns.map((column) => values[column] ?? 0), last.id],
    })
    found.push(...rows)
    if (rows.length < pageSize) return found
  }
}

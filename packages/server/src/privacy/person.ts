import { bookings, type StoredBooking } from '../collections/booking.ts'
import { type Collection, equals, readOwn, type Stored } from '../collections/collection.ts'
import { contacts, type StoredContact } from '../collections/contact.ts'
import { conversations, type StoredConversation } from '../collections/conversation.ts'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import { namings } from '../collections/naming.ts'
import type { Filter, KeyValue, Store } from '../store/index.ts'

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

/**
 * Finds everything that names an address, which is in lower case: also what is part of a
 * conversation or a meeting of the person, and has no address of its own, and chat sessions that
 * name the person by an external id alone.
 */
export async function findPerson(
  store: Store,
  workspace: string,
  email: string,
): Promise<PersonRecords> {
  const named = <Keys, Data>(collection: Collection<Keys, Data>, index: string, key: string) =>
    listAll(store, collection, index, [equals('workspace', workspace), equals(key, email)])
  const [contact, asLead, asBooker, asVisitor, namedIn, invited, booked] = await Promise.all([
    findContact(store, workspace, email),
    named(conversations, 'conversations_lead', 'lead_email'),
    named(conversations, 'conversations_booker', 'booker_email'),
    named(conversations, 'conversations_visitor', 'visitor_email'),
    named(namings, 'conversation_namings_email', 'email'),
    named(meetings, 'meetings_invitee', 'invitee_email'),
    named(bookings, 'bookings_email', 'email'),
  ])
  const foundMeetings = byId(invited)
  for (const { keys } of booked) {
    if (keys.meeting === null) continue
    const row = await readOwn(store, meetings, workspace, keys.meeting)
    if (row?.keys.invitee_email === null) foundMeetings.set(row.id, row)
  }
  const externalIds = new Set([
    contact?.keys.external_id,
    ...asVisitor.map(({ keys }) => keys.visitor_external_id),
  ])
  const asExternal = await visitorsNamed(store, workspace, externalIds)
  const found = byId([...asLead, ...asBooker, ...asVisitor, ...asExternal])
  for (const { keys } of [...namedIn, ...foundMeetings.values(), ...booked]) {
    if (keys.conversation === null || found.has(keys.conversation)) continue
    const row = await readOwn(store, conversations, workspace, keys.conversation)
    if (row) found.set(row.id, row)
  }
  const foundBookings = byId(booked)
  const addUnnamed = async (index: string, key: string, id: string) => {
    for (const row of await listAll(store, bookings, index, [equals(key, id)])) {
      if (row.keys.email === null) foundBookings.set(row.id, row)
    }
  }
  for (const id of found.keys()) {
    for (const row of await meetingsOf(store, id)) {
      if (row.keys.invitee_email === null) foundMeetings.set(row.id, row)
    }
    await addUnnamed('bookings_conversation', 'conversation', id)
  }
  for (const id of foundMeetings.keys()) await addUnnamed('bookings_meeting', 'meeting', id)
  return {
    contact,
    conversations: [...found.values()].sort(
      (left, right) => right.keys.started_at - left.keys.started_at,
    ),
    meetings: [...foundMeetings.values()],
    bookings: [...foundBookings.values()],
  }
}

/** The conversations whose visitor has no address but one of these names of the application. */
async function visitorsNamed(
  store: Store,
  workspace: string,
  externalIds: Iterable<string | null | undefined>,
): Promise<StoredConversation[]> {
  const rows: StoredConversation[] = []
  for (const id of externalIds) {
    if (!id) continue
    const where = [equals('workspace', workspace), equals('visitor_external_id', id)]
    rows.push(...(await listAll(store, conversations, 'conversations_visitor_external', where)))
  }
  return rows.filter(({ keys }) => keys.visitor_email === null)
}

/** The meetings that were booked in a conversation. */
export function meetingsOf(store: Store, conversation: string): Promise<StoredMeeting[]> {
  return listAll(store, meetings, 'meetings_conversation', [equals('conversation', conversation)])
}

function byId<Item extends { readonly id: string }>(rows: readonly Item[]): Map<string, Item> {
  return new Map(rows.map((row) => [row.id, row]))
}

const pageSize = 500

/** Every row in the order of an index that matches. */
export async function listAll<Keys, Data>(
  store: Store,
  collection: Collection<Keys, Data>,
  index: string,
  where: Filter,
): Promise<Stored<Keys, Data>[]> {
  const columns = collection.plan.indexes.find(({ name }) => name === index)?.on ?? []
  const found: Stored<Keys, Data>[] = []
  for (;;) {
    const last = found.at(-1)
    const values: Readonly<Record<string, KeyValue>> = last?.keys ?? {}
    const rows = await collection.list(store, {
      index,
      where,
      dir: 'asc',
      limit: pageSize,
      after: last && [...columns.map((column) => values[column] ?? 0), last.id],
    })
    found.push(...rows)
    if (rows.length < pageSize) return found
  }
}

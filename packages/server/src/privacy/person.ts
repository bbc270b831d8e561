import { contacts, type StoredContact } from '../records/contact.ts'
import { conversations, type StoredConversation } from '../records/conversation.ts'
import { equals } from '../records/record.ts'
import type { Store } from '../store/index.ts'

/** Where a person is named: every index that finds conversations by an address. */
const namingKeys = [
  { index: 'conversations_lead', key: 'lead_email' },
  { index: 'conversations_booker', key: 'booker_email' },
  { index: 'conversations_visitor', key: 'visitor_email' },
] as const

/** The contact with an address, or null. */
export function findContact(
  store: Store,
  workspace: string,
  email: string,
): Promise<StoredContact | null> {
  const where = [equals('workspace', workspace), equals('email', email)]
  return contacts.first(store, 'contacts_email', where)
}

/** Every conversation that names an address, once each. */
export async function findConversations(
  store: Store,
  workspace: string,
  email: string,
): Promise<StoredConversation[]> {
  const found = new Map<string, StoredConversation>()
  for (const { index, key } of namingKeys) {
    let after: [string, string, string] | undefined
    do {
      const rows = await conversations.list(store, {
        index,
        where: [equals('workspace', workspace), equals(key, email)],
        dir: 'asc',
        limit: 500,
        after,
      })
      for (const row of rows) found.set(row.id, row)
      const last = rows.at(-1)
      after = last && rows.length === 500 ? [workspace, email, last.id] : undefined
    } while (after)
  }
  return [...found.values()]
}

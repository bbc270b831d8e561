import type { Client } from '@doorkit/client'
import { emailOf, pageOf, type StormWrite } from './storm.ts'

const everything = { limit: 100_000 }

/** How often each write of the storms has taken effect. */
export async function countEffects(client: Client): Promise<(write: StormWrite) => number> {
  const conversations = await client.conversations.list({ limit: 100 }).toArray(everything)
  const contacts = await client.contacts.list({ limit: 100 }).toArray(everything)
  const pages = countBy(conversations.map(({ page_url }) => page_url))
  const emails = countBy(contacts.map(({ email }) => email))
  const leads = countBy(conversations.map(({ lead }) => lead?.email))
  return ({ name, kind }) => {
    if (kind === 'session') return pages.get(pageOf(name)) ?? 0
    if (kind === 'contact') return emails.get(emailOf(name)) ?? 0
    return leads.get(emailOf(name)) ?? 0
  }
}

function countBy<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

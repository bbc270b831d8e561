import type { DatabaseSync } from 'node:sqlite'
import type { Client, Contact } from '@doorkit/client'

/**
 * Removes the contacts that the workspace has no more: what is erased leaves no trace in a list.
 * A contact that the list did not show may only have moved while it was read, so each is asked for.
 */
export async function forgetErased(database: DatabaseSync, { contacts }: Client): Promise<void> {
  const listed = new Set<string>()
  for await (const { id } of contacts.list({ limit: 100 })) listed.add(id)
  const kept = database.prepare('select id from contacts').all() as Pick<Contact, 'id'>[]
  for (const { id } of kept) {
    if (listed.has(id)) continue
    const result = await contacts.get(id).safe()
    if (result.ok) continue
    if (result.error.code !== 'not_found') throw result.error
    database.prepare('delete from contacts where id = ?').run(id)
  }
}

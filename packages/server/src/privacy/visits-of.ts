import { equals } from '../collections/collection.ts'
import { type StoredVisit, visits } from '../collections/visit.ts'
import type { Store } from '../store/index.ts'
import { listAll, type PersonRecords } from './person.ts'

/**
 * The visits in which a person chatted, and the others of the same visitor; those too whose visitor
 * the site names by the address or by an external id. What leads to others comes after them.
 */
export async function visitsOf(
  store: Store,
  workspace: string,
  email: string,
  { contact, conversations }: PersonRecords,
): Promise<StoredVisit[]> {
  const ids = conversations.flatMap(({ data }) => data.visit ?? [])
  const chatted = [...(await visits.getMany(store, ids)).values()]
  const visitors = new Set([
    email,
    contact?.keys.external_id,
    ...conversations.map(({ keys }) => keys.visitor_external_id),
    ...chatted.map(({ keys }) => keys.visitor),
  ])
  const found = new Map<string, StoredVisit>()
  for (const visitor of visitors) {
    if (!visitor) continue
    const ofVisitor = [equals('workspace', workspace), equals('visitor', visitor)]
    for (const row of await listAll(store, visits, 'visits_visitor', ofVisitor)) {
      found.set(row.id, row)
    }
  }
  for (const row of chatted) {
    found.delete(row.id)
    found.set(row.id, row)
  }
  return [...found.values()]
}

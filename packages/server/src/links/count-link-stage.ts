import type { WriteOp } from '@doorkit/store'
import { firstLinkDay, type LinkCount, linkDayOps, linkPeople } from '../collections/link-day.ts'
import { personalLinks, type StoredPersonalLink } from '../collections/personal-link.ts'
import { visitorId } from '../ids/pseudonyms.ts'
import type { Services } from '../services/services.ts'
import { toDayNumber } from '../values/local-days.ts'

/** Finds a link by the id in a URL; null without an id, or for an unknown one: visitors can change a URL. */
export async function findLink(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  id: string | null | undefined,
): Promise<StoredPersonalLink | null> {
  return id ? personalLinks.get(store, workspace, id) : null
}

/** A stage that a visitor reached, and the personal link that they came with. */
export interface LinkStage {
  /** The id of the link; null if the visitor came without one. */
  readonly link: string | null
  readonly count: LinkCount
  /** The site's name for the visitor. Null counts as a new visitor each time. */
  readonly visitor: string | null
}

/**
 * The writes that count a stage under the current greeting of its link; none for an unknown link.
 * Results count people: a visitor who returns counts on the latest day and no longer on the earlier
 * one.
 */
export async function linkCountOps(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  { link: id, count, visitor }: LinkStage,
  at: number,
): Promise<WriteOp[]> {
  const row = await findLink(services, workspace, id)
  if (!row) return []
  const { id: link, columns } = row
  const now = { day: toDayNumber(at), greeting: columns.greeting }
  const counted = linkDayOps({ workspace, link, ...now }, { [count]: 1 })
  if (!visitor) return counted

  const personId = visitorId(services, link, visitor)
  const person = await linkPeople.get(services.store, workspace, personId)
  if (!person) {
    const data = { [count]: now }
    return [...counted, linkPeople.insert(personId, { workspace, link, day: now.day }, data)]
  }
  const before = person.data[count]
  if (before && before.day >= now.day && before.greeting === now.greeting) return []
  const data = { ...person.data, [count]: now }
  const remember = linkPeople.edit(person, { set: { day: now.day }, data })
  // Rows before the first day of the results may have been swept.
  if (!before || before.day < firstLinkDay(at)) return [...counted, remember]
  return [...linkDayOps({ workspace, link, ...before }, { [count]: -1 }), ...counted, remember]
}

import { collection } from './collection.ts'
import { plain } from './declare-collection.ts'
import { type LinkCount, linkResultsRetention } from './link-day.ts'

/** The day and the greeting under which a person is counted. */
export interface PersonCount {
  /** Days since the epoch, UTC. */
  readonly day: number
  /** The greeting of the link on that day; null for a draft. */
  readonly greeting: string | null
}

/**
 * The visitors whom the results of a personal link count, so that each counts once. Their names are not
 * stored.
 */
export const linkPeople = collection<
  { workspace: 'text'; link: 'text'; day: 'integer' },
  { readonly [C in LinkCount]?: PersonCount }
>({
  name: 'link_people',
  columns: { workspace: 'text', link: 'text', day: 'integer' },
  indexes: [{ name: 'link_people_age', on: ['day'] }],
  retention: linkResultsRetention,
  fields: plain('link', 'visits', 'chats', 'meetings'),
})

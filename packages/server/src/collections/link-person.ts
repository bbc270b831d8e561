import { collection } from './collection.ts'
import { plain } from './declare-collection.ts'
import { type LinkCount, type LinkOnDay, linkResultsRetention } from './link-day.ts'

/**
 * The visitors whom the results of a personal link count, so that each counts once. Their names are not
 * stored.
 */
export const linkPeople = collection<
  { workspace: 'text'; link: 'text'; day: 'integer' },
  { readonly [C in LinkCount]?: Pick<LinkOnDay, 'day' | 'greeting'> }
>({
  name: 'link_people',
  columns: { workspace: 'text', link: 'text', day: 'integer' },
  indexes: [{ name: 'link_people_age', on: ['day'] }],
  retention: linkResultsRetention,
  fields: plain('link', 'visits', 'chats', 'meetings'),
})

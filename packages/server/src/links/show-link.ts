import type { Id, LinkResults, PersonalLink } from '@doorkit/models'
import { greetingFields, type StoredLinkGreeting } from '../collections/link-greeting.ts'
import type { StoredPersonalLink } from '../collections/personal-link.ts'
import { linkAddress, pageAddress } from './link-address.ts'
import { linkTemplates } from './link-templates.ts'

/** The facts that the wire's form of a link shows besides its row. */
export interface LinkSurroundings {
  /** The workspace's. */
  readonly website: string
  /** The one it uses; null for a draft. */
  readonly greeting: Pick<StoredLinkGreeting, 'data'> | null
  readonly results: LinkResults
}

/** The wire's form of a link. */
export function toPersonalLink(
  { id, keys, data }: Pick<StoredPersonalLink, 'id' | 'keys' | 'data'>,
  { website, greeting, results }: LinkSurroundings,
): PersonalLink {
  const page = keys.greeting === null ? null : pageAddress(website, data.page)
  return {
    id: id as Id<'personalLink'>,
    object: 'personal_link',
    name: data.name,
    page: data.page,
    greeting: keys.greeting as Id<'linkGreeting'> | null,
    status: keys.greeting === null ? 'draft' : 'active',
    url: page && linkAddress(page, id),
    fields: greeting ? greetingFields(greeting.data) : [],
    templates: page && linkTemplates(page, id),
    results,
  }
}

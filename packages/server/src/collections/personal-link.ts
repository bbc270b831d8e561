import type { Id, LinkResults, PersonalLink } from '@doorkit/models'
import { linkAddress, pageAddress } from '../links/link-address.ts'
import { linkTemplates } from '../links/link-templates.ts'
import { collection, type Stored } from './collection.ts'
import { plain } from './declaration.ts'
import { greetingFields, type StoredLinkGreeting } from './link-greeting.ts'

export interface PersonalLinkData {
  readonly name: string
  /** As it was given: a path on the website, or an address. */
  readonly page: string
}

interface PersonalLinkKeys {
  workspace: string
  created_at: number
  /** Null for a draft. */
  greeting: string | null
}

/** Personal links. */
export const personalLinks = collection<PersonalLinkKeys, PersonalLinkData>({
  name: 'personal_links',
  keys: { workspace: 'text', created_at: 'integer', greeting: 'text' },
  indexes: [{ name: 'personal_links_created', on: ['workspace', 'created_at'] }],
  kept: 'until deleted',
  fields: plain('name', 'page', 'greeting'),
})

export type StoredPersonalLink = Stored<PersonalLinkKeys, PersonalLinkData>

/** What the wire's form of a link is made of, besides its row. */
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

import type { Id, LinkResults, PersonalLink } from '@doorkit/models'
import { greetingFields, type StoredLinkGreeting } from '../collections/link-greeting.ts'
import type { StoredPersonalLink } from '../collections/personal-link.ts'
import { emailToolAddresses } from './email-tool-addresses.ts'
import { linkAddress, pageAddress } from './link-address.ts'

/** The data that the API shows of a personal link, and that its row does not contain. */
export interface LinkContext {
  /** The website of the workspace. */
  readonly website: string
  /** The greeting of the link; null for a draft. */
  readonly greeting: Pick<StoredLinkGreeting, 'data'> | null
  readonly results: LinkResults
}

export function toPersonalLink(
  { id, columns, data }: Pick<StoredPersonalLink, 'id' | 'columns' | 'data'>,
  { website, greeting, results }: LinkContext,
): PersonalLink {
  const page = columns.greeting === null ? null : pageAddress(website, data.page)
  return {
    id: id as Id<'personalLink'>,
    object: 'personal_link',
    name: data.name,
    page: data.page,
    greeting: columns.greeting as Id<'linkGreeting'> | null,
    status: columns.greeting === null ? 'draft' : 'active',
    url: page && linkAddress(page, id),
    fields: greeting ? greetingFields(greeting.data) : [],
    templates: page && emailToolAddresses(page, id),
    results,
  }
}

import { collection, type Stored } from './collection.ts'
import { plain } from './declaration.ts'

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

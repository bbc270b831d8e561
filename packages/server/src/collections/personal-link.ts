import { collection, type TypedRow } from './collection.ts'
import { type ColumnsOf, orNull, plain } from './declaration.ts'

export interface PersonalLinkData {
  readonly name: string
  /** A path on the website or an address, as the customer wrote it. */
  readonly page: string
}

const personalLinkKeys = {
  workspace: 'text',
  created_at: 'integer',
  /** Null for a draft. */
  greeting: orNull('text'),
} as const
type PersonalLinkKeys = ColumnsOf<typeof personalLinkKeys>

/** Personal links. */
export const personalLinks = collection<PersonalLinkKeys, PersonalLinkData>({
  name: 'personal_links',
  keys: personalLinkKeys,
  indexes: [{ name: 'personal_links_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: plain('name', 'page', 'greeting'),
})

export type StoredPersonalLink = TypedRow<PersonalLinkKeys, PersonalLinkData>

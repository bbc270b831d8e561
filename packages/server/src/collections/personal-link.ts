import { collection } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'

export interface PersonalLinkData {
  readonly name: string
  /** A path on the website or a full URL, as the customer wrote it. */
  readonly page: string
}

const personalLinkColumns = {
  workspace: 'text',
  created_at: 'integer',
  /** Null for a draft. */
  greeting: orNull('text'),
} as const

/** Personal links. */
export const personalLinks = collection<typeof personalLinkColumns, PersonalLinkData>({
  name: 'personal_links',
  columns: personalLinkColumns,
  indexes: [{ name: 'personal_links_created', on: ['workspace', 'created_at'] }],
  retention: 'until deleted',
  fields: plain('name', 'page', 'greeting'),
})

export type StoredPersonalLink = StoredRow<typeof personalLinkColumns, PersonalLinkData>

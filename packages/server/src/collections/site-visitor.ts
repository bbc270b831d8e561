import { collection, type TypedRow } from './collection.ts'
import { type ColumnsOf, forSeconds, orNull } from './declaration.ts'

export interface SiteVisitorData {
  /** The chat session that the visitor goes on with; null where there is none. */
  readonly session: string | null
  /** The origin that they were seen on. */
  readonly origin: string
  /** Whether it is one of the team, in a preview: nobody goes on with its session. */
  readonly test?: boolean
}

const siteVisitorKeys = {
  workspace: 'text',
  /** The id again, as visits name the visitor. */
  visitor: 'text',
  /** The address of the person whom the website signed in, in lower case. */
  email: orNull('text'),
  /** The visit that they are known in, where it keeps no visitor id. */
  visit: orNull('text'),
  seen_at: 'integer',
} as const
type SiteVisitorKeys = ColumnsOf<typeof siteVisitorKeys>

/** Visitors who chatted or were signed in, for as long as their tokens can last. */
export const siteVisitors = collection<SiteVisitorKeys, SiteVisitorData>({
  name: 'site_visitors',
  keys: siteVisitorKeys,
  indexes: [
    { name: 'site_visitors_visitor', on: ['workspace', 'visitor'] },
    { name: 'site_visitors_email', on: ['workspace', 'email', 'seen_at'] },
    { name: 'site_visitors_visit', on: ['workspace', 'visit'] },
    { name: 'site_visitors_seen', on: ['seen_at'] },
  ],
  // A visitor's token lasts 30 days from their last visit, whose time is taken down once a day.
  retention: forSeconds('seen_at', 31 * 86_400),
  fields: {
    visitor: { is: 'visitor' },
    email: { is: 'email' },
    visit: { of: 'visits' },
    session: { of: 'chat_sessions' },
    origin: 'personal',
  },
  owner: 'email',
  exported: 'as a visitor of its visits, and its chat session is',
})

export type StoredSiteVisitor = TypedRow<SiteVisitorKeys, SiteVisitorData>

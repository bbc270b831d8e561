import { collection } from './collection.ts'
import { forSeconds, orNull, type StoredRow } from './declare-collection.ts'

export interface SiteVisitorData {
  /** The chat session that the visitor can continue; null without one. */
  readonly session: string | null
  /** The origin of the pages that the visitor uses. On another origin, the visitor has another id. */
  readonly origin: string
  /**
   * Whether a member of the team previews the chat. A sign-in on another device does not continue the
   * session of a preview.
   */
  readonly test?: boolean
}

const siteVisitorColumns = {
  workspace: 'text',
  /** The id of the row again, as a column, so that privacy operations can find the row from a visit. */
  visitor: 'text',
  /** The address of the signed-in person, in lower case. */
  email: orNull('text'),
  /** The id of the visitor's only visit, if that visit stores no visitor; otherwise null. */
  visit: orNull('text'),
  seen_at: 'integer',
} as const

/** Visitors who chatted or were signed in. */
export const siteVisitors = collection<typeof siteVisitorColumns, SiteVisitorData>({
  name: 'site_visitors',
  columns: siteVisitorColumns,
  indexes: [
    { name: 'site_visitors_visitor', on: ['workspace', 'visitor'] },
    { name: 'site_visitors_email', on: ['workspace', 'email', 'seen_at'] },
    { name: 'site_visitors_visit', on: ['workspace', 'visit'] },
    { name: 'site_visitors_seen', on: ['seen_at'] },
  ],
  // A visitor token lasts 30 days, and `seen_at` may be a day earlier than the start of the visit.
  retention: forSeconds('seen_at', 31 * 86_400),
  fields: {
    visitor: { is: 'visitor' },
    email: { is: 'email' },
    visit: { of: 'visits' },
    session: { of: 'chat_sessions' },
    origin: 'personal',
  },
  owner: 'email',
  exported: 'no, but its visits and its chat session are',
})

export type StoredSiteVisitor = StoredRow<typeof siteVisitorColumns, SiteVisitorData>

import { toTimestamp } from '@doorkit/models'
import type { Condition, Store } from '@doorkit/store'
import { withoutEmailAddresses, withoutIdentifyingParts } from '../text/email-addresses.ts'
import { dayMs } from '../values/local-days.ts'
import { analyticsRetentionDays } from './analytics-day.ts'
import { collection } from './collection.ts'
import type { Dimensions } from './daily-counts.ts'
import { forSeconds, orNull, plain, type StoredRow } from './declare-collection.ts'

export type VisitStage = 'openings_seen' | 'chats_opened' | 'conversations' | 'leads' | 'meetings'

export interface VisitData extends Dimensions {
  readonly page_url: string
  readonly country: string | null
  readonly utm: Readonly<Record<string, string>>
  readonly link: string | null
  readonly experiment: string | null
  readonly variant: string | null
  /** The last variants that the pages of the visit received, oldest first; absent if they received none. */
  readonly shown?: readonly string[] | undefined
  readonly test: boolean
  /** The stages that are counted already: each counts once. */
  readonly stages: readonly VisitStage[]
}

const visitColumns = {
  workspace: 'text',
  /** The site API's id of the visitor, or the id that the host reported; null if none is stored. */
  visitor: orNull('text'),
  /**
   * A signature of the email address of the signed-in visitor, or of the owner of the external id
   * `visitor`. Null if neither was known.
   */
  person: orNull('text'),
  started_at: 'integer',
} as const

/**
 * How long a visit is kept from its beginning: as long as the counts of analytics. A visitor whose
 * earlier visit is still kept counts as returning.
 */
const visitRetentionMs = analyticsRetentionDays * dayMs

/** Visits to the website. */
export const visits = collection<typeof visitColumns, VisitData>({
  name: 'visits',
  columns: visitColumns,
  indexes: [
    { name: 'visits_visitor', on: ['workspace', 'visitor'] },
    { name: 'visits_person', on: ['workspace', 'person'] },
    { name: 'visits_started', on: ['started_at'] },
  ],
  retention: forSeconds('started_at', visitRetentionMs / 1_000),
  fields: {
    ...plain('source', 'device', 'country', 'link', 'experiment', 'variant', 'shown', 'stages'),
    visitor: { is: 'visitor', beside: 'person' },
    person: { is: 'person' },
    page_url: { erased: withoutIdentifyingParts },
    page: { erased: withoutEmailAddresses },
    utm: { erased: {} },
  },
  exported: ({ id, columns, data: { page_url, source, device, country, utm } }) => {
    const started_at = toTimestamp(columns.started_at)
    const { visitor } = columns
    return ['visits', { id, started_at, visitor, page_url, source, device, country, utm }]
  },
})

export type StoredVisit = StoredRow<typeof visitColumns, VisitData>

/** The condition for visits that are within their retention. */
export function withinRetention(at: number): Condition {
  return { column: 'started_at', op: 'gte', value: at - visitRetentionMs }
}

/** Reads a visit within its retention. Older visits count as missing even if their rows still exist. */
export async function readVisit(
  store: Store,
  workspace: string,
  id: string | null,
  at: number,
): Promise<StoredVisit | null> {
  const row = id === null ? null : await visits.get(store, workspace, id)
  return row && row.columns.started_at >= at - visitRetentionMs ? row : null
}

/** The id of a visit that does not store its visitor; null for any other visit. */
export function anonymousVisitId(visit: StoredVisit | null): string | null {
  return visit?.columns.visitor === null ? visit.id : null
}

import type { WriteOp } from '@doorkit/store'
import { digest } from '../values/digest.ts'
import { analyticsRetention } from './analytics-day.ts'
import { addOps, collection } from './collection.ts'
import { orNull, plain } from './declare-collection.ts'

export interface Dimensions {
  /** The path of the page; empty if it is not among the pages that the day lists. */
  readonly page: string
  /**
   * The traffic source, such as `google`; `direct` if unknown, empty if not among those that the day lists.
   */
  readonly source: string
  readonly device: 'desktop' | 'mobile' | 'unknown'
  /** Whether the source is an AI assistant. */
  readonly ai: boolean
}

/** The counts of a day. Sums of scores are stored in hundredths. */
export const dailyCounters = [
  'visitors',
  'returning',
  'openings_seen',
  'chats_opened',
  'conversations',
  'leads',
  'meetings',
  'graded',
  'understood',
  'qualification',
  'meeting_intent',
  'needs_review',
] as const

export type DailyCounter = (typeof dailyCounters)[number]

const everyCounter = <Type>(value: Type) =>
  Object.fromEntries(dailyCounters.map((name) => [name, value])) as Record<DailyCounter, Type>

const noCounts = everyCounter(0)

/** The dimensions that can be filters. {@link setName} depends on their order. */
const filters = ['page', 'source', 'device'] as const

/** The column in which the rows of a set differ. */
export type Facet = 'day' | (typeof filters)[number]

/** Selects visitors by the values of dimensions. A dimension without a value matches all visitors. */
export type CountFilter = { readonly [Name in (typeof filters)[number]]?: string | undefined }

const dailyCountColumns = {
  workspace: 'text',
  day: 'integer',
  /** Null in sums over all pages. `source` and `device` work in the same way. */
  page: orNull('text'),
  source: orNull('text'),
  device: orNull('text'),
  ai: 'integer',
  /** For each facet, the name of the set that contains the row; null if no set does. */
  by_day: orNull('text'),
  by_page: orNull('text'),
  by_source: orNull('text'),
  by_device: orNull('text'),
  ...everyCounter('integer' as const),
} as const

/**
 * The counts of each day of a workspace: of all visitors, and of each combination of dimensions. The
 * rows that match a filter and differ in one facet are a set, which an index finds. So analytics read
 * only the rows that they sum, whatever the filter.
 */
export const dailyCounts = collection<typeof dailyCountColumns, null>({
  name: 'rollups',
  columns: dailyCountColumns,
  indexes: [
    { name: 'rollups_by_day', on: ['workspace', 'by_day', 'day'] },
    { name: 'rollups_by_page', on: ['workspace', 'by_page', 'day'] },
    { name: 'rollups_by_source', on: ['workspace', 'by_source', 'day'] },
    { name: 'rollups_by_device', on: ['workspace', 'by_device', 'day'] },
    { name: 'rollups_age', on: ['day'] },
  ],
  retention: analyticsRetention,
  fields: plain('page', 'source', 'device', 'by_day', 'by_page', 'by_source', 'by_device'),
})

/** All filters that match visitors with these dimensions. */
export function matchingFilters({
  page,
  source,
  device,
}: Pick<Dimensions, 'page' | 'source' | 'device'>): CountFilter[] {
  let matching: CountFilter[] = [{}]
  for (const dimension of [{ page }, { source }, { device }]) {
    matching = [...matching, ...matching.map((filter) => ({ ...filter, ...dimension }))]
  }
  return matching
}

/** The name of the set of rows that match a filter and differ in one facet. */
export function setName(filter: CountFilter, by: Facet): string {
  return digest(
    filters.map((name) => {
      if (name === by) return 'each'
      const value = filter[name]
      return value === undefined ? 'all' : [value]
    }),
  )
}

/** Identifies the row that counts the visitors of a day who match a filter. */
export interface CountedRow {
  readonly day: number
  readonly filter: CountFilter
  readonly ai: boolean
}

/** The rows of a day that count visitors with these dimensions. */
export function countedRows(day: number, dimensions: Dimensions): CountedRow[] {
  return matchingFilters(dimensions).map((filter) => ({
    day,
    filter,
    // A sum over all sources does not say whether the source is an assistant.
    ai: filter.source !== undefined && dimensions.ai,
  }))
}

/** The writes that add to the counts of a day. Put them in the commit of the change that they count. */
export function countOps(
  workspace: string,
  day: number,
  dimensions: Dimensions,
  add: CountsToAdd,
): WriteOp[] {
  return countedRows(day, dimensions).flatMap((row) => countRowOps(workspace, row, add))
}

type CountsToAdd = { readonly [Name in DailyCounter]?: number }

export function countRowOps(
  workspace: string,
  { day, filter, ai }: CountedRow,
  add: CountsToAdd,
): WriteOp[] {
  const { page = null, source = null, device = null } = filter
  const setOf = (by: (typeof filters)[number]) =>
    filter[by] === undefined ? null : setName(filter, by)
  const columns = {
    workspace,
    day,
    page,
    source,
    device,
    ai: Number(ai),
    by_day: setName(filter, 'day'),
    by_page: setOf('page'),
    by_source: setOf('source'),
    by_device: setOf('device'),
    ...noCounts,
  }
  const id = `${day}.${digest([columns.by_day, String(columns.ai)])}`
  return addOps(dailyCounts, id, columns, add)
}

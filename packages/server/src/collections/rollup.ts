import type { WriteOp } from '@doorkit/store'
import { analyticsRetention } from './analytics-day.ts'
import { collection } from './collection.ts'
import { plain } from './declaration.ts'
import { digest } from './digest.ts'

/** The dimensions that analytics can be cut by. */
export interface Dimensions {
  /** The path of the page; empty where the day does not list it. */
  readonly page: string
  /**
   * Where the visitor came from, such as `google`; `direct` when it is unknown, and empty where the
   * day does not list it.
   */
  readonly source: string
  readonly device: 'desktop' | 'mobile' | 'unknown'
  /** The source is an AI assistant. */
  readonly ai: boolean
}

/** The counts of a day. Sums of scores are kept in hundredths. */
export const rollupCounters = [
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

export type RollupCounter = (typeof rollupCounters)[number]

type Counters<Type> = { readonly [Name in RollupCounter]: Type }

const everyCounter = <Type>(value: Type) =>
  Object.fromEntries(rollupCounters.map((name) => [name, value])) as Counters<Type>

const noCounts = everyCounter(0)

/** The dimensions that analytics can be filtered by, in the order in which they name a set. */
const filters = ['page', 'source', 'device'] as const

/** The key that tells the rows of a set apart. */
export type Facet = 'day' | (typeof filters)[number]

/** Which visitors to count: all of them, or those with these values. */
export type CountFilter = { readonly [Name in (typeof filters)[number]]?: string | undefined }

/** The sets that a row is in, with the value by which it differs there; null for those it is not in. */
type Sets<Value> = { readonly [Name in Facet as `by_${Name}`]: Value }

interface RollupKeys extends Counters<number>, Sets<string | null> {
  readonly workspace: string
  readonly day: number
  /** Null in sums over all pages; the same of the next two. */
  readonly page: string | null
  readonly source: string | null
  readonly device: string | null
  readonly ai: number
}

/**
 * Counts of a workspace's day: of all visitors, and by each of their dimensions and by each two and
 * all three of them. So each table of analytics is the sum of just the rows that it shows, whatever
 * it is filtered by: the sets say which rows these are.
 */
export const rollups = collection<RollupKeys, null>({
  name: 'rollups',
  keys: {
    workspace: 'text',
    day: 'integer',
    page: 'text',
    source: 'text',
    device: 'text',
    ai: 'integer',
    by_day: 'text',
    by_page: 'text',
    by_source: 'text',
    by_device: 'text',
    ...everyCounter('integer' as const),
  },
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

/** The filters that visitors with these dimensions match: with or without each of the three. */
export function matchingFilters({
  page,
  source,
  device,
}: Pick<Dimensions, 'page' | 'source' | 'device'>): CountFilter[] {
  let matching: CountFilter[] = [{}]
  for (const one of [{ page }, { source }, { device }]) {
    matching = [...matching, ...matching.map((filter) => ({ ...filter, ...one }))]
  }
  return matching
}

/** Names the set of the rows that match a filter: one row for each value of an open dimension. */
export function setName(filter: CountFilter, by: Facet): string {
  return digest(
    filters.map((name) => {
      if (name === by) return 'each'
      const value = filter[name]
      return value === undefined ? 'all' : [value]
    }),
  )
}

/** One row of a day: the sum over what its filter leaves open. */
export interface CountedRow {
  readonly day: number
  readonly filter: CountFilter
  readonly ai: boolean
}

/** The rows that count visitors of a day with these dimensions. */
export function countedRows(day: number, dimensions: Dimensions): CountedRow[] {
  return matchingFilters(dimensions).map((filter) => ({
    day,
    filter,
    // An assistant is known by its source.
    ai: filter.source === undefined ? false : dimensions.ai,
  }))
}

/** The writes that add to the counts of a day, for the commit of what is counted. */
export function countOps(
  workspace: string,
  day: number,
  dimensions: Dimensions,
  add: CountsToAdd,
): WriteOp[] {
  return countedRows(day, dimensions).flatMap((row) => countRowOps(workspace, row, add))
}

type CountsToAdd = { readonly [Name in RollupCounter]?: number }

/** The writes that add to one row of a day. */
export function countRowOps(
  workspace: string,
  { day, filter, ai }: CountedRow,
  add: CountsToAdd,
): WriteOp[] {
  const { page = null, source = null, device = null } = filter
  const among = (by: (typeof filters)[number]) =>
    filter[by] === undefined ? null : setName(filter, by)
  const keys = {
    workspace,
    day,
    page,
    source,
    device,
    ai: Number(ai),
    by_day: setName(filter, 'day'),
    by_page: among('page'),
    by_source: among('source'),
    by_device: among('device'),
    ...noCounts,
  }
  const id = `${day}.${digest([keys.by_day, String(keys.ai)])}`
  return [rollups.insert(id, keys, null, 'ignore'), rollups.patch(workspace, id, { add })]
}

import { columnOf, compareValues, type StoredRow } from './memory-row.ts'
import type { Filter, KeyValue } from './port.ts'
import type { IndexPlan } from './schema.ts'

/** The rows of a collection, kept in the order of an index. Null comes first. */
export interface SortedIndex {
  /** The index's columns, then `id`. */
  readonly columns: readonly string[]
  readonly rows: StoredRow[]
}

/** A half-open range of positions in an index. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Creates the order of a declared index, empty. */
export function createSortedIndex(plan: IndexPlan): SortedIndex {
  return { columns: [...plan.on, 'id'], rows: [] }
}

/** Follows a change of the collection; undefined stands for no row. */
export function replaceSorted(
  index: SortedIndex,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  const from = before && placeOf(index, before)
  const to = after && placeOf(index, after)
  if (from && after && to?.every((value, at) => value === from[at])) {
    index.rows[lowerBound(index, from)] = after
    return
  }
  if (from) index.rows.splice(lowerBound(index, from), 1)
  if (after && to) index.rows.splice(lowerBound(index, to), 0, after)
}

function placeOf(index: SortedIndex, row: StoredRow): KeyValue[] {
  return index.columns.map((column) => columnOf(row, column))
}

/** The first position whose row is at or after these leading values. */
export function lowerBound(index: SortedIndex, values: readonly KeyValue[]): number {
  return firstWhere(index, (row) => compareLeading(index, row, values) >= 0)
}

/** The first position whose row is after these leading values. */
export function upperBound(index: SortedIndex, values: readonly KeyValue[]): number {
  return firstWhere(index, (row) => compareLeading(index, row, values) > 0)
}

function firstWhere(index: SortedIndex, holds: (row: StoredRow) => boolean): number {
  let start = 0
  let end = index.rows.length
  while (start < end) {
    const middle = (start + end) >>> 1
    const row = index.rows[middle]
    if (row && holds(row)) end = middle
    else start = middle + 1
  }
  return start
}

function compareLeading(index: SortedIndex, row: StoredRow, values: readonly KeyValue[]): number {
  for (const [at, value] of values.entries()) {
    const order = compareValues(columnOf(row, index.columns[at] ?? 'id'), value)
    if (order !== 0) return order
  }
  return 0
}

/** The values that a filter fixes with `eq` in the index's leading columns. */
export function fixedValues(index: Pick<SortedIndex, 'columns'>, filter: Filter): KeyValue[] {
  const values: KeyValue[] = []
  for (const column of index.columns) {
    const fixed = filter.find((condition) => condition.key === column && condition.op === 'eq')
    if (fixed?.op !== 'eq') break
    values.push(fixed.value)
  }
  return values
}

/**
 * The part of an index that can hold matches: the columns that the filter fixes, then its range of
 * the next column, of which `nulls` says whether they are in.
 */
export function rangeOf(index: SortedIndex, filter: Filter, nulls: 'keep' | 'skip'): Range {
  const fixed = fixedValues(index, filter)
  const next = index.columns[fixed.length]
  let start = nulls === 'keep' ? lowerBound(index, fixed) : upperBound(index, [...fixed, null])
  let end = upperBound(index, fixed)
  for (const condition of filter) {
    if (condition.key !== next || condition.op === 'in' || condition.op === 'isNull') continue
    const bound = [...fixed, condition.value]
    if (condition.op === 'gte') start = Math.max(start, lowerBound(index, bound))
    if (condition.op === 'gt') start = Math.max(start, upperBound(index, bound))
    if (condition.op === 'lt') end = Math.min(end, lowerBound(index, bound))
    if (condition.op === 'lte') end = Math.min(end, upperBound(index, bound))
  }
  return { start, end: Math.max(start, end) }
}

import type { ColumnValue, Filter } from '../row-and-filter.ts'
import {
  comparePositions,
  firstPosition,
  insertAt,
  type Position,
  type Runs,
  removeAt,
  replaceAt,
} from './sorted-runs.ts'
import { columnOf, compareValues, type StoredRow } from './stored-row.ts'

/** The rows of a collection, kept in the order of an index. Null comes first. */
export interface SortedIndex {
  /** The columns of the index, then the identity of a row. */
  readonly columns: readonly string[]
  readonly runs: Runs
}

/** A part of an index, from `start` up to `end`, which is excluded. It may be empty. */
export interface Range {
  readonly start: Position
  readonly end: Position
}

/** Applies a change of one row; undefined stands for no row. */
export function replaceSorted(
  index: SortedIndex,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  const from = before && sortValuesOf(index, before)
  const to = after && sortValuesOf(index, after)
  if (from && after && to?.every((value, at) => value === from[at])) {
    replaceAt(index.runs, lowerBound(index, from), after)
    return
  }
  if (from) removeAt(index.runs, lowerBound(index, from))
  if (after && to) insertAt(index.runs, lowerBound(index, to), after)
}

function sortValuesOf(index: SortedIndex, row: StoredRow): ColumnValue[] {
  return index.columns.map((column) => columnOf(row, column))
}

/** The first position whose row is at or after these leading values. */
export function lowerBound(index: SortedIndex, values: readonly ColumnValue[]): Position {
  return firstPosition(index.runs, (row) => compareLeading(index, row, values) >= 0)
}

/** The first position whose row is after these leading values. */
export function upperBound(index: SortedIndex, values: readonly ColumnValue[]): Position {
  return firstPosition(index.runs, (row) => compareLeading(index, row, values) > 0)
}

/** The first row with these leading values. */
export function firstAt(index: SortedIndex, values: readonly ColumnValue[]): StoredRow | undefined {
  const { run, offset } = lowerBound(index, values)
  const row = index.runs[run]?.[offset]
  return row && compareLeading(index, row, values) === 0 ? row : undefined
}

function compareLeading(
  index: SortedIndex,
  row: StoredRow,
  values: readonly ColumnValue[],
): number {
  // This runs for each step of every binary search. An iterator of entries would take twice as long.
  for (let at = 0; at < values.length; at += 1) {
    const order = compareValues(columnOf(row, index.columns[at] ?? 'id'), values[at] ?? null)
    if (order !== 0) return order
  }
  return 0
}

/** The values that a filter fixes with `eq` in the index's leading columns. */
export function fixedValues(index: Pick<SortedIndex, 'columns'>, filter: Filter): ColumnValue[] {
  const values: ColumnValue[] = []
  for (const column of index.columns) {
    const fixed = filter.find((condition) => condition.column === column && condition.op === 'eq')
    if (fixed?.op !== 'eq') break
    values.push(fixed.value)
  }
  return values
}

/**
 * The part of an index that can contain matches: the leading columns have the values that the filter
 * fixes, and the next column is in the filter's range. `nulls` says whether null belongs to the range.
 */
export function rangeOf(index: SortedIndex, filter: Filter, nulls: 'keep' | 'skip'): Range {
  const fixed = fixedValues(index, filter)
  const next = index.columns[fixed.length]
  let range: Range = {
    start: nulls === 'keep' ? lowerBound(index, fixed) : upperBound(index, [...fixed, null]),
    end: upperBound(index, fixed),
  }
  for (const condition of filter) {
    if (condition.column !== next || condition.op === 'in' || condition.op === 'isNull') continue
    const bound = [...fixed, condition.value]
    if (condition.op === 'gte') range = startAt(range, lowerBound(index, bound))
    if (condition.op === 'gt') range = startAt(range, upperBound(index, bound))
    if (condition.op === 'lt') range = endAt(range, lowerBound(index, bound))
    if (condition.op === 'lte') range = endAt(range, upperBound(index, bound))
  }
  return range
}

/** A range without the rows before a position. */
export function startAt(range: Range, position: Position): Range {
  return comparePositions(position, range.start) > 0 ? { ...range, start: position } : range
}

/** A range without the rows from a position on. */
export function endAt(range: Range, position: Position): Range {
  return comparePositions(position, range.end) < 0 ? { ...range, end: position } : range
}

export function sizeOf({ runs }: SortedIndex, { start, end }: Range): number {
  if (comparePositions(start, end) >= 0) return 0
  let count = end.offset - start.offset
  for (let run = start.run; run < end.run; run += 1) count += runs[run]?.length ?? 0
  return count
}

/** The rows of a range, in the order of the index or in reverse. */
export function* rowsOf(
  { runs }: SortedIndex,
  { start, end }: Range,
  dir: 'asc' | 'desc',
): Generator<StoredRow> {
  const count = end.run - start.run
  for (let step = 0; step <= count; step += 1) {
    const run = dir === 'asc' ? start.run + step : end.run - step
    const rows = runs[run] ?? []
    const first = run === start.run ? start.offset : 0
    const last = run === end.run ? end.offset : rows.length
    for (let at = 0; at < last - first; at += 1) {
      const row = rows[dir === 'asc' ? first + at : last - 1 - at]
      if (row) yield row
    }
  }
}

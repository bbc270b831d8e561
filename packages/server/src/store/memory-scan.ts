import type { MemoryCollection } from './memory-collection.ts'
import { toPredicate } from './memory-filter.ts'
import {
  fixedValues,
  lowerBound,
  type Range,
  rangeOf,
  type SortedIndex,
  upperBound,
} from './memory-index.ts'
import { columnOf, compareValues, type StoredRow } from './memory-row.ts'
import { findFixed } from './memory-unique.ts'
import type { Filter, ListQuery } from './port.ts'

/** One page of a list. */
export function listRows(collection: MemoryCollection, query: ListQuery): StoredRow[] {
  const index = collection.sorted.get(query.index)
  if (!index) return []
  const range = afterPosition(index, rangeOf(index, query.where, 'skip'), query)
  const matches = toPredicate(query.where)
  return take(query.limit, walk(index, range, query.dir), (row) => {
    return matches(row) && index.columns.every((column) => columnOf(row, column) !== null)
  })
}

function take(
  limit: number,
  rows: Iterable<StoredRow>,
  accept: (row: StoredRow) => boolean,
): StoredRow[] {
  const taken: StoredRow[] = []
  for (const row of rows) {
    if (accept(row)) taken.push(row)
    if (taken.length === limit) break
  }
  return taken
}

function afterPosition(index: SortedIndex, range: Range, query: ListQuery): Range {
  if (!query.after) return range
  return query.dir === 'asc'
    ? { start: Math.max(range.start, upperBound(index, query.after)), end: range.end }
    : { start: range.start, end: Math.min(range.end, lowerBound(index, query.after)) }
}

function* walk(index: SortedIndex, range: Range, dir: 'asc' | 'desc'): Generator<StoredRow> {
  for (let step = 0; step < range.end - range.start; step += 1) {
    const row = index.rows[dir === 'asc' ? range.start + step : range.end - 1 - step]
    if (row) yield row
  }
}

/** Every row that matches a filter, in no order, by the shortest way the indexes offer. */
export function* matchingRows(collection: MemoryCollection, filter: Filter): Generator<StoredRow> {
  const matches = toPredicate(filter)
  for (const row of candidates(collection, filter)) if (matches(row)) yield row
}

function candidates(collection: MemoryCollection, filter: Filter): Iterable<StoredRow> {
  for (const condition of filter) {
    if (condition.key === 'id' && condition.op === 'eq') {
      const row = collection.rows.get(String(condition.value))
      return row ? [row] : []
    }
  }
  for (const unique of collection.unique) {
    const row = findFixed(unique, filter)
    if (row !== 'open') return row ? [row] : []
  }
  const ranges = [...collection.sorted.values()]
    .filter((index) => fixedValues(index, filter).length > 0)
    .map((index) => ({ index, range: rangeOf(index, filter, 'keep') }))
    .sort((left, right) => sizeOf(left.range) - sizeOf(right.range))
  const shortest = ranges[0]
  if (!shortest) return collection.rows.values()
  return walk(shortest.index, shortest.range, 'asc')
}

function sizeOf(range: Range): number {
  return range.end - range.start
}

/** The first matches in the order of a numeric key, then `id`; rows where it is null are left out. */
export function firstByKey(
  collection: MemoryCollection,
  filter: Filter,
  key: string,
  limit: number,
): StoredRow[] {
  const index = [...collection.sorted.values()].find(({ columns }) => {
    const fixed = columns.length - 2
    return columns[fixed] === key && fixedValues({ columns }, filter).length === fixed
  })
  if (index) {
    return take(limit, walk(index, rangeOf(index, filter, 'skip'), 'asc'), toPredicate(filter))
  }
  return [...matchingRows(collection, filter)]
    .filter((row) => columnOf(row, key) !== null)
    .sort((left, right) => compareByKey(left, right, key))
    .slice(0, limit)
}

function compareByKey(left: StoredRow, right: StoredRow, key: string): number {
  return (
    compareValues(columnOf(left, key), columnOf(right, key)) || compareValues(left.id, right.id)
  )
}

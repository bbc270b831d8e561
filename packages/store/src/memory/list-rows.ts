import { identityIndex, orderOf } from '../index-order.ts'
import { alternativesOf } from '../merged-list.ts'
import type { ListQuery } from '../port.ts'
import type { Filter } from '../row-and-filter.ts'
import { addSortedIndex, type MemoryCollection } from './collection.ts'
import { toPredicate } from './filter.ts'
import {
  endAt,
  fixedValues,
  lowerBound,
  type Range,
  rangeOf,
  rowsOf,
  type SortedIndex,
  sizeOf,
  startAt,
  upperBound,
} from './sorted-index.ts'
import { columnOf, compareValues, rowKey, type StoredRow } from './stored-row.ts'

/** One page of a list. */
export function listRows(collection: MemoryCollection, query: ListQuery): StoredRow[] {
  const index = collection.indexes.get(query.index) ?? identityIndex(collection)
  const { queries, order } = alternativesOf(collection, index, query)
  const [only] = queries
  if (only && queries.length === 1) return listOne(collection, only)
  const sign = query.dir === 'asc' ? 1 : -1
  return queries
    .flatMap((one) => listOne(collection, one))
    .sort((left, right) => sign * compareBy(order, left, right))
    .slice(0, query.limit)
}

function compareBy(columns: readonly string[], left: StoredRow, right: StoredRow): number {
  for (const column of columns) {
    const order = compareValues(columnOf(left, column), columnOf(right, column))
    if (order !== 0) return order
  }
  return 0
}

function listOne(collection: MemoryCollection, query: ListQuery): StoredRow[] {
  // The first list that needs the index over the identity of rows creates it.
  const index =
    collection.sorted.get(query.index) ?? addSortedIndex(collection, identityIndex(collection))
  const range = afterPosition(index, rangeOf(index, query.where, 'skip'), query)
  const matches = toPredicate(query.where)
  return take(query.limit, rowsOf(index, range, query.dir), (row) => {
    return matches(row) && index.columns.every((column) => columnOf(row, column) !== null)
  })
}

/** The first accepted rows, up to a limit. */
export function take(
  limit: number,
  rows: Iterable<StoredRow>,
  accept: (row: StoredRow) => boolean = () => true,
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
    ? startAt(range, upperBound(index, query.after))
    : endAt(range, lowerBound(index, query.after))
}

/** Finds all rows that match a filter, in no order. Reads as few rows as the id or an index allows. */
export function* matchingRows(collection: MemoryCollection, filter: Filter): Generator<StoredRow> {
  const matches = toPredicate(filter)
  for (const row of candidates(collection, filter)) if (matches(row)) yield row
}

function candidates(collection: MemoryCollection, filter: Filter): Iterable<StoredRow> {
  const { partition } = collection
  const id = fixedValue(filter, 'id')
  const owner = partition === undefined ? undefined : fixedValue(filter, partition)
  if (id !== undefined && (partition === undefined || owner !== undefined)) {
    const row = collection.rows.get(rowKey(owner, id))
    return row ? [row] : []
  }
  const ranges = [...collection.sorted.values()]
    .filter((index) => fixedValues(index, filter).length > 0)
    .map((index) => ({ index, range: rangeOf(index, filter, 'keep') }))
    .sort((left, right) => sizeOf(left.index, left.range) - sizeOf(right.index, right.range))
  const [shortest] = ranges
  return shortest ? rowsOf(shortest.index, shortest.range, 'asc') : collection.rows.values()
}

function fixedValue(filter: Filter, column: string): string | undefined {
  const fixed = filter.find((condition) => condition.column === column && condition.op === 'eq')
  return fixed?.op === 'eq' ? String(fixed.value) : undefined
}

/**
 * The first matches, ordered by a numeric column and then by identity. Rows with null in that column are
 * left out.
 */
export function firstByColumn(
  collection: MemoryCollection,
  filter: Filter,
  column: string,
  limit: number,
): StoredRow[] {
  const order = orderOf(collection, { on: [column] })
  const index = [...collection.sorted.values()].find(({ columns }) => {
    const open = columns.slice(fixedValues({ columns }, filter).length)
    return open[0] === column && open.slice(1).every((other) => order.includes(other))
  })
  if (index) {
    return take(limit, rowsOf(index, rangeOf(index, filter, 'skip'), 'asc'), toPredicate(filter))
  }
  return [...matchingRows(collection, filter)]
    .filter((row) => columnOf(row, column) !== null)
    .sort((left, right) => compareBy(order, left, right))
    .slice(0, limit)
}

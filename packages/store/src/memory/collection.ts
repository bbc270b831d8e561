import { orderOf } from '../index-order.ts'
import type { CollectionPlan, ColumnType, IndexPlan } from '../schema.ts'
import type { MemoryLimit } from './memory-limit.ts'
import { firstAt, replaceSorted, type SortedIndex } from './sorted-index.ts'
import { bytesOf, columnOf, type StoredRow } from './stored-row.ts'
import type { TextIndex } from './text-index.ts'

/** The rows of one collection, and its indexes. */
export type MemoryCollection = ReturnType<typeof createCollection>

/** Creates an empty collection without columns or indexes. */
export function createCollection({ name, partition }: CollectionPlan, limit: MemoryLimit) {
  return {
    name,
    /** The column with the partition of a row, if there is one. */
    partition,
    /** Every column that was ever declared. */
    columns: new Map<string, ColumnType>(),
    /** The rows by {@link StoredRow.key}. */
    rows: new Map<string, StoredRow>(),
    /** Every index that was ever declared, by name. */
    indexes: new Map<string, IndexPlan>(),
    sorted: new Map<string, SortedIndex>(),
    search: undefined as TextIndex | undefined,
    limit,
  }
}

/** Adds a column, which is null in every existing row. */
export function addColumn(collection: MemoryCollection, column: string, type: ColumnType): void {
  collection.columns.set(column, type)
  for (const row of [...collection.rows.values()]) {
    replaceRow(collection, row, { ...row, columns: { ...row.columns, [column]: null } })
  }
}

export function addIndex(collection: MemoryCollection, plan: IndexPlan): void {
  addSortedIndex(collection, plan)
  collection.indexes.set(plan.name, plan)
}

/** Sorts the rows of a collection by an index. From then on, `replaceRow` keeps that order. */
export function addSortedIndex(collection: MemoryCollection, plan: IndexPlan): SortedIndex {
  const sorted: SortedIndex = { columns: orderOf(collection, plan), runs: [] }
  for (const row of collection.rows.values()) replaceSorted(sorted, undefined, row)
  collection.sorted.set(plan.name, sorted)
  return sorted
}

/** Changes one row of a collection; undefined stands for no row. */
export function replaceRow(
  collection: MemoryCollection,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  if (before && !after) collection.rows.delete(before.key)
  if (after) collection.rows.set(after.key, after)
  for (const index of collection.sorted.values()) replaceSorted(index, before, after)
  const indexed = collection.search?.replace(before, after) ?? 0
  const row = after ?? before
  if (row) count(collection, row, indexed + bytesOf(after) - bytesOf(before))
}

/** Counts the bytes that a change of a row adds. */
function count({ limit, partition }: MemoryCollection, row: StoredRow, bytes: number): void {
  const owner = partition && row.columns[partition]
  limit.count(typeof owner === 'string' ? owner : undefined, bytes)
}

export function addSearch(collection: MemoryCollection, search: TextIndex): void {
  for (const row of collection.rows.values()) {
    count(collection, row, search.replace(undefined, row))
  }
  collection.search = search
}

/**
 * The name of the first unique index in which another row has the same values. A row with null in a
 * column of the index is not compared.
 */
export function findConflict(collection: MemoryCollection, row: StoredRow): string | undefined {
  for (const { name, on, unique } of collection.indexes.values()) {
    if (!unique) continue
    const values = on.map((column) => columnOf(row, column))
    const sorted = collection.sorted.get(name)
    const holder = sorted && !values.includes(null) ? firstAt(sorted, values) : undefined
    if (holder && holder.key !== row.key) return name
  }
  return undefined
}

import type { ColumnValue, Row } from '../row-and-filter.ts'
import { compareText } from '../text-order.ts'

/** A row as the memory store keeps it. It never changes in place, because a write replaces it. */
export interface StoredRow extends Omit<Row, 'data'> {
  /** See {@link rowKey}. */
  readonly key: string
  readonly text: string
}

/** The key of a row within its collection. */
export function rowKey(partition: ColumnValue | undefined, id: string): string {
  return typeof partition === 'string' ? `${partition.length}.${partition}${id}` : id
}

/** A copy of a stored row that its receiver may change. */
export function toRow({ id, rev, columns, text }: StoredRow): Row {
  return { id, rev, columns: { ...columns }, data: JSON.parse(text) as unknown }
}

/** The value of a declared column or of `id`. */
export function columnOf(row: StoredRow, column: string): ColumnValue {
  return column === 'id' ? row.id : (row.columns[column] ?? null)
}

/** Orders two values of one column. Null comes first. */
export function compareValues(left: ColumnValue, right: ColumnValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  return Number(left !== null) - Number(right !== null)
}

/** The memory of a row besides its texts, in bytes: a measured average. */
const rowBytes = 500

/** About how much memory a row takes, in bytes; undefined stands for no row. */
export function bytesOf(row: StoredRow | undefined): number {
  if (!row) return 0
  let bytes = rowBytes + bytesOfText(row.text)
  for (const value of Object.values(row.columns)) {
    if (typeof value === 'string') bytes += bytesOfText(value)
  }
  return bytes
}

/** A string takes two bytes per character if any of its characters is outside Latin-1. */
function bytesOfText(text: string): number {
  return text.length * (/[^\0-\xff]/.test(text) ? 2 : 1)
}

import { type ColumnType, type ColumnValue, type Row, StoreError } from '@doorkit/store'
import { decodeText } from './column-text.ts'
import type { SqlRow } from './sql-statement.ts'
import type { Table } from './table.ts'

/** Reads a row of a table into the form of the port. */
export function readRow(table: Table, raw: SqlRow): Row {
  const columns: Record<string, ColumnValue> = {}
  // The order of the select list: `id`, `rev`, the declared columns and `data`.
  let at = 2
  for (const [column, type] of table.columns) {
    columns[column] = readColumn(raw[at], type)
    at += 1
  }
  return {
    id: decodeText(String(raw[0])),
    rev: Number(raw[1]),
    columns,
    data: JSON.parse(String(raw[at])) as unknown,
  }
}

/** The value of a column. Drivers return large integers in different forms. */
export function readColumn(value: unknown, type: ColumnType): ColumnValue {
  if (value === null || value === undefined) return null
  return type === 'integer' ? readInteger(value) : decodeText(String(value))
}

/**
 * The number that a database returned.
 *
 * @throws {StoreError} `fault` if it is not a safe integer.
 */
export function readInteger(value: unknown): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new StoreError('fault', 'The database answered with a number beyond the safe integers.')
}

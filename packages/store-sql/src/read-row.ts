import { type KeyType, type KeyValue, type Row, StoreError } from '@doorkit/store'
import type { SqlRow } from './driver.ts'
import { decodeText } from './key-text.ts'
import type { Table } from './table.ts'

/** A row of a table, as the port gives it. */
export function readRow({ keys: names }: Table, raw: SqlRow): Row {
  const keys: Record<string, KeyValue> = {}
  // As the columns of a table are selected: `id`, `rev`, the keys and `data`.
  let at = 2
  for (const [key, type] of names) {
    keys[key] = readKey(raw[at], type)
    at += 1
  }
  return {
    id: decodeText(String(raw[0])),
    rev: Number(raw[1]),
    keys,
    data: JSON.parse(String(raw[at])) as unknown,
  }
}

/** A key value; drivers give large integers in different forms. */
export function readKey(value: unknown, type: KeyType): KeyValue {
  if (value === null || value === undefined) return null
  return type === 'integer' ? readInteger(value) : decodeText(String(value))
}

/** An integer, or an error when a number of JavaScript could not hold it. */
export function readInteger(value: unknown): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new StoreError('fault', 'The database answered with a number beyond the safe integers.')
}

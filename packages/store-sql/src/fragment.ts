import type { Condition, Filter, Keys, KeyValue } from '@doorkit/server/store'
import type { SqlValue } from './driver.ts'
import { encodeText } from './key-text.ts'
import type { Table } from './table.ts'

/** A piece of SQL and the values of its marks, in order. */
export interface Fragment {
  /** The text, with a `?` for every value. */
  readonly sql: string
  /** One value for each mark, in order. */
  readonly params: readonly SqlValue[]
}

/**
 * A fragment put together of texts that exist already. It joins them only where somebody asks:
 * a statement is found again by its pieces, which costs a fraction of building its text.
 */
export class Pieces implements Fragment {
  readonly pieces: string[] = []
  readonly params: SqlValue[] = []

  get sql(): string {
    return this.pieces.join('')
  }

  /** Adds a text with the values of its marks. */
  add(sql: string, ...params: readonly SqlValue[]): this {
    this.pieces.push(sql)
    if (params.length > 0) this.params.push(...params)
    return this
  }

  /** Adds a fragment. */
  append(fragment: Fragment): this {
    if (fragment instanceof Pieces) this.pieces.push(...fragment.pieces)
    else this.pieces.push(fragment.sql)
    this.params.push(...fragment.params)
    return this
  }
}

/** A key value as it is bound. */
export function toSqlValue(value: KeyValue): SqlValue {
  return typeof value === 'string' ? encodeText(value) : value
}

/** Joins fragments. */
export function joinFragments(fragments: readonly Fragment[], separator: string): Pieces {
  const joined = new Pieces()
  for (const fragment of fragments) {
    if (separator !== '' && joined.pieces.length > 0) joined.add(separator)
    joined.append(fragment)
  }
  return joined
}

/** `where` and its conditions; empty without conditions. */
export function whereAll(conditions: readonly Fragment[]): Fragment {
  const where = new Pieces()
  for (const condition of conditions) {
    where.add(where.pieces.length === 0 ? ' where ' : ' and ').append(condition)
  }
  return where
}

/** The condition that a row is the one with this identity. */
export function isRow(
  table: Table,
  { partition, id }: { readonly partition?: string | undefined; readonly id: string },
): Fragment {
  const values = partition === undefined ? [id] : [partition, id]
  return { sql: table.isRow, params: values.map(encodeText) }
}

/** Whether all rows of a filter are in one partition, or the collection has none. */
export function isInOnePartition({ plan: { partition } }: Table, filter: Filter): boolean {
  return partition === undefined || filter.some(({ key, op }) => key === partition && op === 'eq')
}

/** A filter as conditions. */
export function toConditions(table: Table, filter: Filter): Fragment[] {
  return filter.map((condition) => toFragment(table, condition))
}

function toFragment(table: Table, condition: Condition): Fragment {
  const column = table.column(condition.key)
  switch (condition.op) {
    case 'isNull':
      return { sql: condition.value ? column.isNull : column.isNotNull, params: [] }
    case 'in':
      // One parameter, however many values: few statements, and no limit on how many.
      return { sql: column.in, params: [JSON.stringify(condition.value.map(toSqlValue))] }
    default:
      return { sql: column[condition.op], params: [toSqlValue(condition.value)] }
  }
}

/** The assignments of a patch: keys set and added to, and the revision. */
export function toAssignments(
  table: Table,
  set: Keys = {},
  add: Readonly<Record<string, number>> = {},
): Fragment[] {
  const assignments: Fragment[] = [{ sql: '"rev" = "rev" + 1', params: [] }]
  for (const [key, value] of Object.entries(set)) {
    assignments.push({ sql: table.column(key).eq, params: [toSqlValue(value)] })
  }
  for (const [key, amount] of Object.entries(add)) {
    assignments.push({ sql: table.column(key).add, params: [amount] })
  }
  return assignments
}

import { compareText } from '@doorkit/server/internal'
import {
  type Condition,
  type Filter,
  type IndexPlan,
  type ListQuery,
  orderOf,
} from '@doorkit/server/store'
import { type Fragment, Pieces, toSqlValue } from './fragment.ts'
import type { Table } from './table.ts'

/** The start and the order of a page. */
export interface Keyset {
  /** The filter, without what the position says already. */
  readonly where: Filter
  readonly conditions: readonly Fragment[]
}

type Position = readonly (string | number)[]

/**
 * The keyset of a page; undefined when nothing can come after its position.
 *
 * SQLite seeks by one lower and one upper bound only, of columns after those that are equal, and
 * does not know which bound is the tighter one. So the columns that the filter fixes are left out
 * of the comparison of rows, and of two bounds that say the same, only the tighter one is stated.
 */
export function keysetOf(table: Table, index: IndexPlan, query: ListQuery): Keyset | undefined {
  const { where, dir, after } = query
  const fixed = fixedValues(index, where)
  const open = orderOf(table.plan, index).slice(fixed.length)
  const side = after ? sideOf(fixed, after, dir) : 'after'
  if (side === 'before') return undefined
  const position = side === 'at' ? after?.slice(fixed.length) : undefined
  if (
    !position ||
    where.some((condition) => boundOf(condition, open, position, dir) === 'beyond')
  ) {
    return { where, conditions: notNull(table, open, where) }
  }
  const rest = where.filter((condition) => boundOf(condition, open, position, dir) !== 'implied')
  // In its first column, the comparison leaves null out by itself.
  const conditions = [...notNull(table, open.slice(1), rest), isAfter(table, open, position, dir)]
  return { where: rest, conditions }
}

function fixedValues(index: IndexPlan, where: Filter): (string | number)[] {
  const values: (string | number)[] = []
  for (const column of index.on) {
    const fixed = where.find(({ key, op }) => key === column && op === 'eq')
    if (fixed?.op !== 'eq') break
    values.push(fixed.value)
  }
  return values
}

/** The side of the position that the fixed columns lie on: before it, after it, or at it. */
function sideOf(
  fixed: readonly (string | number)[],
  after: Position,
  dir: 'asc' | 'desc',
): 'before' | 'at' | 'after' {
  for (const [at, value] of fixed.entries()) {
    const order = compare(value, after[at] ?? value, dir)
    if (order !== 0) return order < 0 ? 'before' : 'after'
  }
  return 'at'
}

/**
 * The relation of a condition to the position: it begins after the position, which then adds
 * nothing; it is met by every row after the position, and adds nothing itself; or neither.
 */
function boundOf(
  condition: Condition,
  [column]: readonly string[],
  [value]: Position,
  dir: 'asc' | 'desc',
): 'beyond' | 'implied' | 'unrelated' {
  const bound = startOf(condition, column, dir)
  if (!bound || value === undefined) return 'unrelated'
  const order = compare(bound.value, value, dir)
  return order > 0 || (order === 0 && bound.isExclusive) ? 'beyond' : 'implied'
}

/** The start that a condition gives to the rows of a column, in the direction of the list. */
function startOf(
  condition: Condition,
  column: string | undefined,
  dir: 'asc' | 'desc',
): { readonly value: string | number; readonly isExclusive: boolean } | undefined {
  if (condition.key !== column) return undefined
  switch (condition.op) {
    case 'gt':
    case 'gte':
      if (dir === 'desc') return undefined
      return { value: condition.value, isExclusive: condition.op === 'gt' }
    case 'lt':
    case 'lte':
      if (dir === 'asc') return undefined
      return { value: condition.value, isExclusive: condition.op === 'lt' }
    default:
      return undefined
  }
}

function isAfter(
  table: Table,
  columns: readonly string[],
  position: Position,
  dir: 'asc' | 'desc',
): Fragment {
  const comparison = new Pieces()
  for (const [at, column] of columns.entries()) {
    comparison.add(at === 0 ? '(' : ', ').add(table.column(column).sql)
  }
  comparison.add(dir === 'asc' ? ') > (' : ') < (')
  for (const [at, value] of position.entries()) {
    comparison.add(at === 0 ? '?' : ', ?', toSqlValue(value))
  }
  return comparison.add(')')
}

/** A comparison leaves null out by itself, and seeks better alone. */
function notNull(table: Table, columns: readonly string[], where: Filter): Fragment[] {
  return columns
    .filter(
      (column) =>
        column !== 'id' && !where.some(({ key, op }) => key === column && op !== 'isNull'),
    )
    .map((column) => ({ sql: table.column(column).isNotNull, params: [] }))
}

function compare(left: string | number, right: string | number, dir: 'asc' | 'desc'): number {
  const order = typeof left === 'number' ? left - Number(right) : compareText(left, String(right))
  return dir === 'asc' ? order : -order
}

/** The order of a list, by these columns. */
export function orderBy(table: Table, columns: readonly string[], dir: 'asc' | 'desc'): Pieces {
  const order = new Pieces()
  for (const [at, column] of columns.entries()) {
    order.add(at === 0 ? ' order by ' : ', ').add(table.column(column).sql)
    order.add(dir === 'asc' ? ' asc' : ' desc')
  }
  return order
}

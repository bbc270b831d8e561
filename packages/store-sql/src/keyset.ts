import {
  type Condition,
  compareText,
  type Filter,
  type IndexPlan,
  type ListQuery,
} from '@doorkit/store'
import { toSqlValue, whereAll } from './sql-fragment.ts'
import type { Fragment } from './sql-statement.ts'
import type { Table } from './table.ts'

type Position = readonly (string | number)[]

/**
 * The operators of a condition that decides where the scan of an index starts, by the direction of the
 * list.
 */
const starts = { asc: ['gt', 'gte'], desc: ['lt', 'lte'] } as const

/**
 * The conditions of a page; undefined if no row can follow its position.
 *
 * After the columns that the filter fixes, SQLite seeks by only one lower and one upper bound, and does
 * not know which of two bounds is tighter. So the fixed columns are left out of the comparison of rows,
 * and of two bounds in the same direction only the tighter one stays.
 *
 * @param open - the columns that order the page: those after the leading columns that the filter fixes.
 */
export function wherePage(
  table: Table,
  index: IndexPlan,
  open: readonly string[],
  { where, dir, after }: ListQuery,
): Fragment | undefined {
  const wholeFilter = () => whereAll(table, where, notNull(table, open, where))
  if (!after) return wholeFilter()
  const fixed = index.on.slice(0, after.length - open.length)
  const side = sideOf(fixed, where, after, dir)
  if (side === 'before') return undefined
  if (side === 'after') return wholeFilter()
  const position = after.slice(fixed.length)
  const bounds = where.map((condition) => boundOf(condition, open, position, dir))
  if (bounds.includes('beyond')) return wholeFilter()
  const rest = where.filter((_, at) => bounds[at] !== 'implied')
  // The comparison of rows excludes null in the first column by itself.
  const conditions = [...notNull(table, open.slice(1), rest), isAfter(table, open, position, dir)]
  return whereAll(table, rest, conditions)
}

/** Whether the values of the fixed columns are before the position, after it, or equal to it. */
function sideOf(
  fixed: readonly string[],
  where: Filter,
  after: Position,
  dir: 'asc' | 'desc',
): 'before' | 'at' | 'after' {
  for (const [at, column] of fixed.entries()) {
    const condition = where.find((one) => one.column === column && one.op === 'eq')
    if (condition?.op !== 'eq') break
    const order = compare(condition.value, after[at] ?? condition.value, dir)
    if (order !== 0) return order < 0 ? 'before' : 'after'
  }
  return 'at'
}

/**
 * How a condition relates to the position. `beyond`: every row that meets the condition comes after the
 * position, so the position is left out. `implied`: every row after the position meets the condition, so
 * the condition is left out. `unrelated`: neither.
 */
function boundOf(
  condition: Condition,
  [column]: readonly string[],
  [value]: Position,
  dir: 'asc' | 'desc',
): 'beyond' | 'implied' | 'unrelated' {
  if (condition.column !== column || value === undefined) return 'unrelated'
  if (condition.op === 'in' || condition.op === 'isNull') return 'unrelated'
  if (!starts[dir].some((op) => op === condition.op)) return 'unrelated'
  const order = compare(condition.value, value, dir)
  const isExclusive = condition.op === 'gt' || condition.op === 'lt'
  return order > 0 || (order === 0 && isExclusive) ? 'beyond' : 'implied'
}

function isAfter(
  table: Table,
  columns: readonly string[],
  position: Position,
  dir: 'asc' | 'desc',
): Fragment {
  const names = columns.map((column) => table.column(column).sql).join(', ')
  const marks = position.map(() => '?').join(', ')
  return {
    sql: `(${names}) ${dir === 'asc' ? '>' : '<'} (${marks})`,
    params: position.map(toSqlValue),
  }
}

/**
 * The conditions that exclude null. A column with a comparison needs none: the comparison excludes null,
 * and the database finds the rows in an index better without a second condition.
 */
function notNull(table: Table, columns: readonly string[], where: Filter): Fragment[] {
  return columns
    .filter(
      (column) =>
        column !== 'id' && !where.some((one) => one.column === column && one.op !== 'isNull'),
    )
    .map((column) => ({ sql: `${table.column(column).sql} is not null`, params: [] }))
}

function compare(left: string | number, right: string | number, dir: 'asc' | 'desc'): number {
  const order = typeof left === 'number' ? left - Number(right) : compareText(left, String(right))
  return dir === 'asc' ? order : -order
}

import type { Condition, Filter, Keys, KeyValue } from '@doorkit/server/store'
import type { SqlDialect } from './dialect.ts'
import type { SqlValue } from './driver.ts'
import { encodeText } from './key-text.ts'
import { quote, type Table, typeOf } from './table.ts'

/** A piece of SQL and the values of its marks, in order. */
export interface Fragment {
  /** The text, with a `?` for every value. */
  readonly sql: string
  /** One value for each mark, in order. */
  readonly params: readonly SqlValue[]
}

/** A key value as it is bound. */
export function toSqlValue(value: KeyValue): SqlValue {
  return typeof value === 'string' ? encodeText(value) : value
}

/** Joins fragments. */
export function joinFragments(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    sql: fragments.map((fragment) => fragment.sql).join(separator),
    params: fragments.flatMap((fragment) => fragment.params),
  }
}

/** `where` and its conditions; empty when there are none. */
export function whereAll(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return { sql: '', params: [] }
  const joined = joinFragments(conditions, ' and ')
  return { sql: ` where ${joined.sql}`, params: joined.params }
}

/** A filter as conditions. */
export function toConditions(dialect: SqlDialect, table: Table, filter: Filter): Fragment[] {
  return filter.map((condition) => toFragment(dialect, table, condition))
}

const comparisons = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

function toFragment(dialect: SqlDialect, table: Table, condition: Condition): Fragment {
  const column = quote(condition.key)
  switch (condition.op) {
    case 'isNull':
      return { sql: `${column} is ${condition.value ? '' : 'not '}null`, params: [] }
    case 'in':
      // One parameter, however many values: few statements, and no limit on how many.
      return {
        sql: dialect.isIn(column, typeOf(table, condition.key)),
        params: [JSON.stringify(condition.value.map(toSqlValue))],
      }
    default:
      return {
        sql: `${column} ${comparisons[condition.op]} ?`,
        params: [toSqlValue(condition.value)],
      }
  }
}

/** The assignments of a patch: keys set and added to, and the revision. */
export function toAssignments(
  set: Keys | undefined,
  add: Readonly<Record<string, number>> | undefined,
): Fragment[] {
  return [
    { sql: '"rev" = "rev" + 1', params: [] },
    ...Object.entries(set ?? {}).map(([key, value]) => ({
      sql: `${quote(key)} = ?`,
      params: [toSqlValue(value)],
    })),
    ...Object.entries(add ?? {}).map(([key, amount]) => ({
      sql: `${quote(key)} = coalesce(${quote(key)}, 0) + ?`,
      params: [amount],
    })),
  ]
}

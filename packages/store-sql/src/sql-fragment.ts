import type { BulkPatch, ColumnValue, Condition, Filter } from '@doorkit/store'
import { encodeText } from './column-text.ts'
import type { Fragment, SqlValue } from './sql-statement.ts'
import type { Table } from './table.ts'

const operators = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** Converts the value of a column to the form in which it is bound. */
export function toSqlValue(value: ColumnValue): SqlValue {
  return typeof value === 'string' ? encodeText(value) : value
}

export function joinFragments(fragments: readonly Fragment[], separator: string): Fragment {
  return {
    sql: fragments.map(({ sql }) => sql).join(separator),
    params: fragments.flatMap(({ params }) => params),
  }
}

/** `where` with all of these conditions and the conditions of the filter; empty without any. */
export function whereAll(
  table: Table,
  filter: Filter,
  conditions: readonly Fragment[] = [],
): Fragment {
  const filtered = filter.map((condition) => toFragment(table, condition))
  const { sql, params } = joinFragments([...conditions, ...filtered], ' and ')
  return { sql: sql && ` where ${sql}`, params }
}

/** The condition that a row has this identity. */
export function isRow(
  table: Table,
  { partition, id }: { readonly partition?: string | undefined; readonly id: string },
): Fragment {
  const values = partition === undefined ? [id] : [partition, id]
  return { sql: table.isRow, params: values.map(encodeText) }
}

/** The partition that a filter names, if it names one. */
export function partitionOf({ plan }: Table, filter: Filter): string | undefined {
  const only = filter.find(({ column, op }) => column === plan.partition && op === 'eq')
  return only && 'value' in only ? String(only.value) : undefined
}

/** Whether all rows of a filter are in one partition, or the collection has none. */
export function isInOnePartition(table: Table, filter: Filter): boolean {
  return table.plan.partition === undefined || partitionOf(table, filter) !== undefined
}

function toFragment(table: Table, condition: Condition): Fragment {
  const { sql, isIn } = table.column(condition.column)
  switch (condition.op) {
    case 'isNull':
      return { sql: `${sql} is ${condition.value ? '' : 'not '}null`, params: [] }
    case 'in':
      // One parameter for any number of values, so that few different statements are prepared.
      return { sql: isIn, params: [JSON.stringify(condition.value.map(toSqlValue))] }
    default:
      return { sql: `${sql} ${operators[condition.op]} ?`, params: [toSqlValue(condition.value)] }
  }
}

/** The assignments of a patch: the revision, the columns to set or add to, and others. */
export function toAssignments(
  table: Table,
  { set = {}, add = {} }: BulkPatch,
  others: readonly Fragment[] = [],
): Fragment {
  const ofSet = Object.entries(set).map(([column, value]) => ({
    sql: `${table.column(column).sql} = ?`,
    params: [toSqlValue(value)],
  }))
  const ofAdd = Object.entries(add).map(([column, amount]) => {
    const { sql } = table.column(column)
    return { sql: `${sql} = coalesce(${sql}, 0) + ?`, params: [amount] }
  })
  const revision = { sql: '"rev" = "rev" + 1', params: [] }
  return joinFragments([revision, ...ofSet, ...ofAdd, ...others], ', ')
}

import type { AggregateQuery, AggregateRow, Measure } from '@doorkit/store'
import { readColumn, readInteger } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { partitionOf, whereAll } from './sql-fragment.ts'
import type { Table } from './table.ts'

/** Computes groups and measures in the database, and reads their values by position. */
export async function aggregateRows(
  { read, table: toTable }: SqlContext,
  query: AggregateQuery,
): Promise<AggregateRow[]> {
  const table = toTable(query.in)
  const groupBy = query.groupBy ?? []
  const measures = Object.entries(query.measures)
  const groupColumns = groupBy.map((column) => table.column(column))
  const groupNames = groupColumns.map(({ sql }) => sql)
  const columns = [
    ...groupNames,
    ...measures.map(([, measure]) => measureSql(table, measure)),
    // A query without groups or measures has to select something.
    'count(*)',
  ]
  const where = whereAll(table, query.where)
  const groups = groupNames.length > 0 ? ` group by ${groupNames.join(', ')}` : ''
  const select = {
    sql: `select ${columns.join(', ')} from ${table.sql}${where.sql}${groups}`,
    params: where.params,
  }
  const rows = await read(`aggregate_${query.in}`, select, partitionOf(table, query.where))
  return rows.map((raw) => ({
    group: groupColumns.map(({ type }, at) => readColumn(raw[at], type)),
    values: Object.fromEntries(
      measures.map(([name], at) => {
        const value = raw[groupColumns.length + at]
        return [name, value === null ? null : readInteger(value)]
      }),
    ),
  }))
}

function measureSql(table: Table, measure: Measure): string {
  if (measure.op === 'count') return 'count(*)'
  const column = table.column(measure.column).sql
  return measure.op === 'sum' ? `coalesce(sum(${column}), 0)` : `${measure.op}(${column})`
}

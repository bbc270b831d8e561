import type { AggregateQuery, AggregateRow, Measure } from '@doorkit/store'
import { readColumn, readInteger } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { partitionOf, whereAll } from './sql-fragment.ts'
import type { Table } from './table.ts'

/** Computes groups and measures in the database. Their values are read by position. */
export async function aggregateRows(
  { driver, statement, table: toTable }: SqlContext,
  query: AggregateQuery,
): Promise<AggregateRow[]> {
  const table = toTable(query.in)
  const groupBy = query.groupBy ?? []
  const measures = Object.entries(query.measures)
  const grouped = groupBy.map((key) => table.column(key))
  const columns = [
    ...grouped.map(({ sql }) => sql),
    ...measures.map(([, measure]) => toSql(table, measure)),
    // A query without measures has to select something.
    'count(*)',
  ]
  const where = whereAll(table, query.where)
  const groups = grouped.length > 0 ? ` group by ${grouped.map(({ sql }) => sql).join(', ')}` : ''
  const { rows } = await driver.query(
    {
      ...statement(`aggregate_${query.in}`, {
        sql: `select ${columns.join(', ')} from ${table.sql}${where.sql}${groups}`,
        params: where.params,
      }),
      reads: true,
    },
    partitionOf(table, query.where),
  )
  return rows.map((raw) => ({
    group: grouped.map(({ type }, at) => readColumn(raw[at], type)),
    values: Object.fromEntries(
      measures.map(([name], at) => {
        const value = raw[grouped.length + at]
        return [name, value === null ? null : readInteger(value)]
      }),
    ),
  }))
}

function toSql(table: Table, measure: Measure): string {
  if (measure.op === 'count') return 'count(*)'
  const column = table.column(measure.column).sql
  return measure.op === 'sum' ? `coalesce(sum(${column}), 0)` : `${measure.op}(${column})`
}

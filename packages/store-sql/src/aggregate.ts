import type { AggregateQuery, AggregateRow, Measure } from '@doorkit/server/store'
import type { SqlContext } from './context.ts'
import { toConditions, whereAll } from './fragment.ts'
import { readInteger, readKey } from './read-row.ts'
import { quote, typeOf } from './table.ts'

/** Groups and measures, computed by the database. Results are read by position, not by name. */
export async function aggregateRows(
  { driver, dialect, statement, table: toTable }: SqlContext,
  query: AggregateQuery,
): Promise<AggregateRow[]> {
  const table = toTable(query.in)
  const groupBy = query.groupBy ?? []
  const measures = Object.entries(query.measures)
  const columns = [
    ...groupBy.map((key, at) => `${quote(key)} as "g${at}"`),
    ...measures.map(([, measure], at) => `${toSql(measure)} as "m${at}"`),
    // Something to select when there is nothing to compute.
    'count(*) as "n"',
  ]
  const where = whereAll(toConditions(dialect, table, query.where))
  const groups = groupBy.length > 0 ? ` group by ${groupBy.map(quote).join(', ')}` : ''
  const { rows } = await driver.query(
    statement(`aggregate_${query.in}`, {
      sql: `select ${columns.join(', ')} from ${table.sql}${where.sql}${groups}`,
      params: where.params,
    }),
  )
  return rows.map((raw) => ({
    group: groupBy.map((key, at) => readKey(raw[`g${at}`], typeOf(table, key))),
    values: Object.fromEntries(
      measures.map(([name], at) => {
        const value = raw[`m${at}`]
        return [name, value === null ? null : readInteger(value)]
      }),
    ),
  }))
}

function toSql(measure: Measure): string {
  if (measure.op === 'count') return 'count(*)'
  const column = quote(measure.key)
  return measure.op === 'sum' ? `coalesce(sum(${column}), 0)` : `${measure.op}(${column})`
}

import { readRow } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { isRow, joinFragments } from './sql-fragment.ts'
import type { DerivedColumn, Table } from './table.ts'

// How many rows one transaction fills. Other writes to a SQLite file wait for it, a few milliseconds.
const rowsAtOnce = 50

const isUnfilled = ({ sql }: DerivedColumn) => `${sql} is null`

/** A derived column of a table, with rows that have no value in it. */
export interface UnfilledColumn {
  readonly table: Table
  readonly column: DerivedColumn
}

/** The statement that fills a derived column, for a report. */
export function fillStatement({ table, column }: UnfilledColumn): string {
  return `${table.update}${column.sql} = ? where ${isUnfilled(column)}`
}

export async function hasUnfilled(
  { read }: SqlContext,
  { table, column }: UnfilledColumn,
): Promise<boolean> {
  const look = { sql: `select 1 from ${table.sql} where ${isUnfilled(column)} limit 1`, params: [] }
  return (await read('unfilled', look)).length > 0
}

/** Fills the column in rows that are older than it, a few rows at a time, while others write. */
export async function fillColumn(
  { driver, dialect, read, statement }: SqlContext,
  { table, column }: UnfilledColumn,
): Promise<void> {
  const { plan } = table
  const condition = { sql: isUnfilled(column), params: [] }
  const next = {
    sql: `${table.select} where ${condition.sql}${dialect.limit}`,
    params: [rowsAtOnce],
  }
  for (;;) {
    const rows = await read('fill_next', next)
    if (rows.length === 0) return
    const updates = rows.map((raw) => {
      const { id, columns, data } = readRow(table, raw)
      const partition = plan.partition === undefined ? undefined : String(columns[plan.partition])
      const row = joinFragments([isRow(table, { partition, id }), condition], ' and ')
      return statement('fill', {
        sql: `${table.update}${column.sql} = ${column.mark} where ${row.sql}`,
        params: [column.valueOf(partition, data), ...row.params],
      })
    })
    await driver.batch(updates)
  }
}

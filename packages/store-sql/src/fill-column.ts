import { readRow } from './read-row.ts'
import type { SqlContext } from './sql-context.ts'
import { isRow, joinFragments } from './sql-fragment.ts'
import type { DerivedColumn, Table } from './table.ts'

// One transaction fills this many rows. Other writes to a SQLite file wait a few milliseconds for it.
const rowsAtOnce = 50

const isUnfilled = ({ sql }: DerivedColumn) => `${sql} is null`

export interface ColumnOfTable {
  readonly table: Table
  readonly column: DerivedColumn
}

/** Describes the filling of a column as one statement, for the report and the log of migrations. */
export function fillStatement({ table, column }: ColumnOfTable): string {
  return `${table.update}${column.sql} = ? where ${isUnfilled(column)}`
}

export async function hasUnfilled(
  { read }: SqlContext,
  { table, column }: ColumnOfTable,
): Promise<boolean> {
  const look = { sql: `select 1 from ${table.sql} where ${isUnfilled(column)} limit 1`, params: [] }
  return (await read('unfilled', look)).length > 0
}

/** Fills the column in rows that are older than it, a few rows at a time, while others write. */
export async function fillColumn(
  { driver, dialect, read, statement }: SqlContext,
  { table, column }: ColumnOfTable,
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

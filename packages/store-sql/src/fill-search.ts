import type { SqlContext } from './context.ts'
import { isRow, joinFragments } from './fragment.ts'
import { readRow } from './read-row.ts'
import type { SearchColumn, Table } from './table.ts'

// How many rows one transaction fills. It takes a few milliseconds, in which other writes to a SQLite
// file wait.
const rowsAtOnce = 50

const isUnfilled = ({ sql }: SearchColumn) => `${sql} is null`

/** The statement that fills the search column, for a report. */
export function fillStatement(table: Table, search: SearchColumn): string {
  return `${table.update}${search.sql} = ? where ${isUnfilled(search)}`
}

/** Whether a table has a row that full-text search cannot find yet. */
export async function hasUnfilled(
  { driver, statement }: SqlContext,
  table: Table,
  search: SearchColumn,
): Promise<boolean> {
  const look = { sql: `select 1 from ${table.sql} where ${isUnfilled(search)} limit 1`, params: [] }
  const { rows } = await driver.query({ ...statement('unfilled', look), reads: true })
  return rows.length > 0
}

/** Fills the search column of rows that are older than it, a few rows at a time, while others write. */
export async function fillSearch(context: SqlContext, table: Table): Promise<void> {
  const { driver, dialect, statement } = context
  const { search, plan } = table
  if (!search) return
  const condition = { sql: isUnfilled(search), params: [] }
  const next = {
    ...statement('fill_next', {
      sql: `${table.select} where ${condition.sql}${dialect.limit}`,
      params: [rowsAtOnce],
    }),
    reads: true,
  }
  for (;;) {
    const { rows } = await driver.query(next)
    if (rows.length === 0) return
    const updates = rows.map((raw) => {
      const { id, columns, data } = readRow(table, raw)
      const partition = plan.partition === undefined ? undefined : String(columns[plan.partition])
      const row = joinFragments([isRow(table, { partition, id }), condition], ' and ')
      const value = search.valueOf(partition, data)
      return statement('fill', {
        sql: `${table.update}${search.sql} = ${dialect.searchMark} where ${row.sql}`,
        params: [value, ...row.params],
      })
    })
    await driver.batch(updates)
  }
}

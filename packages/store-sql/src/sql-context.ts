import type { SqlDialect } from './dialect.ts'
import type { SqlDriver } from './driver.ts'
import type { InternalTables } from './internal-tables.ts'
import type { StatementNamer } from './name-statements.ts'
import type { ListInGroup } from './read-lists-in-one-transaction.ts'
import type { Fragment, SqlResult, SqlRow, Statement } from './sql-statement.ts'
import type { Table } from './table.ts'

/** The values and functions that all operations of one SQL store share. */
export interface SqlContext {
  readonly driver: SqlDriver
  readonly dialect: SqlDialect
  readonly internal: InternalTables
  readonly statement: StatementNamer
  readonly listInGroup: ListInGroup
  /** Runs a statement that only reads, and returns its rows. */
  read(label: string, fragment: Fragment, partition?: string): Promise<readonly SqlRow[]>
  /**
   * Runs a short statement that only reads, together with other reads of the same tick if the driver
   * supports it. `statement` is called when the statement is sent.
   */
  queryTogether(statement: () => Statement, partition?: string): Promise<SqlResult>
  /** The table of a collection that is known to be declared. */
  table(collection: string): Table
}

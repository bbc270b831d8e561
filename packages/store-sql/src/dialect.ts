import type { ColumnType } from '@doorkit/store'
import type { Fragment } from './fragment.ts'
import type { InternalTables } from './internal-tables.ts'
import type { SearchColumn, Table } from './table.ts'

/**
 * The differences between the SQL of one database and that of another. A package that brings a driver
 * for another database brings its dialect, too.
 */
export interface SqlDialect {
  /** The longest identifier that the database keeps whole, in bytes. */
  readonly maxIdentifierBytes: number
  /** Rewrites the `?` marks; no statement holds a question mark that is not one. */
  numberMarks(sql: string): string
  /** The end of a list: at most how many rows, with one mark. */
  readonly limit: string
  /** A condition with one mark, for a JSON list of values. */
  isIn(column: string, type: ColumnType): string
  /** A statement that has to change a row, followed by what makes the batch fail if it does not. */
  mustChange(tables: InternalTables, statement: Fragment): Fragment[]
  /** A statement that makes the batch fail unless a row is there (or is not), and keeps it so. */
  check(tables: InternalTables, check: CheckFragments): Fragment[]
  /** Statements that make the batch fail when the horizon of a scope is later than `at`. */
  requireOnTime(tables: InternalTables, scope: string, at: number): Fragment[]
  /**
   * Statements that move the horizon of a scope forward, never back. When they are done, every commit of
   * an earlier time has ended, or will fail.
   */
  raiseHorizon(tables: InternalTables, scope: string, at: number): Fragment[]
  /**
   * One of the lists that a page is merged of. A planner that does not read each of them in the order of
   * the page by itself is asked to here, and reads no more of each than the page can show.
   */
  mergedPart(part: Fragment, orderAndLimit: Fragment): Fragment
  /** Chooses the rows that a bounded step changes, so that no other changes them first: `where …`. */
  choose(table: Table, choice: ChoiceFragments): Fragment
  /**
   * Leases due rows. The last statement gives them; if there are two, the first gives their order: the
   * last column of both then says which row is which.
   */
  claim(table: Table, claim: ClaimFragments): readonly Fragment[]
  /** Optional, where a transaction that was cut off leaves no other trace; see `Receipt`. */
  readonly receipts?: ReceiptStatements | undefined
  /** The mark of a value of the search column. */
  readonly searchMark: string
  /** The value of the search column for the numbers of words. */
  searchValue(tokens: readonly number[]): string
  /**
   * How many rows have each token, as its place and its count, and how many the partition has, at the
   * place -1.
   */
  countMatches(search: SearchColumn, parts: CountMatchesFragments): Fragment
  /** Rows with any or all of some tokens, in no order. */
  findMatches(search: SearchColumn, parts: FindMatchesFragments): Fragment

  /** Statements that begin the transaction of a migration: before them, there may be no lease. */
  lockMigration(tables: InternalTables): string[]
  /** Statements that create the store's own tables. */
  createInternalTables(tables: InternalTables): string[]
  /** The time in milliseconds since the epoch, as an expression. */
  readonly nowMs: string
  /** Creates the table of a collection, with its identity. */
  createTable(table: Table): string[]
  /** Adds a column. */
  addColumn(table: Table, column: string, type: ColumnType): string[]
  /** The words for an index that is made outside of a transaction, while others write to the table. */
  readonly indexLater: string
  /** Adds the search column, which has no value in rows that are there. */
  addSearchColumn(table: Table, search: SearchColumn): string[]
  /** Creates what keeps the full-text index, over rows without a value in the search column. */
  createSearch(table: Table, search: SearchColumn): string[]
  /** Takes away the full-text index of earlier versions, with its copy of the texts. */
  dropFormerSearch(table: Table, search: SearchColumn): string[]
  /** `table_name`, `column_name` and `column_type` (text or integer) of tables with the prefix. */
  inspectColumns(prefix: string): Fragment
  /** `index_name`, `is_unique`, `column_name` and `is_valid`, in the order of each index. */
  inspectIndexes(prefix: string): Fragment
}

/** The statements of receipts. */
export interface ReceiptStatements {
  /** Creates their table. */
  create(tables: InternalTables): string[]
  /** Leaves a receipt in a partition; fails where it is. */
  write(tables: InternalTables, partition: string, id: string): Fragment
  /** Puts a receipt there that says no, unless one is there; gives 1 for one that was left, else 0. */
  settle(tables: InternalTables, partition: string, id: string): Fragment
  /** Removes up to `limit` of those that are older. */
  forget(tables: InternalTables, olderThanMs: number, limit: number): Fragment
}

/** The parts of a choice of rows. */
export interface ChoiceFragments {
  /** Which rows can be chosen: `where …`, or nothing. */
  readonly where: Fragment
  /** At most how many are. */
  readonly limit: number
  /** Whether all of them are in one partition. */
  readonly isInOnePartition: boolean
}

/** The parts of a claim. */
export interface ClaimFragments {
  /** The column that says when a row is due, quoted. */
  readonly dueColumn: string
  /** Which rows are due: `where …`. */
  readonly where: Fragment
  /** The order of the due rows, and how many: `order by … limit ?`. */
  readonly orderAndLimit: Fragment
  /** The change of a row that is leased: `column = value, …`. */
  readonly assignments: Fragment
  /** Whether all of the rows are in one partition. */
  readonly isInOnePartition: boolean
}

/** The parts of a count of matches. */
export interface CountMatchesFragments {
  /** The searched table. */
  readonly table: Table
  /** The tokens, in the order of their places. */
  readonly tokens: readonly number[]
  /** The rows of the partition: `where …`, or nothing. */
  readonly inPartition: Fragment
  /** At most how many rows of the partition are counted. */
  readonly mostRows: number
  /** At most how many rows with a token are counted. */
  readonly mostHaving: number
}

/** The parts of a search for rows. */
export interface FindMatchesFragments {
  /** The searched table. */
  readonly table: Table
  /** One token or more. */
  readonly tokens: readonly number[]
  /** Which rows can be found, those of the partition: `where …`, or nothing. */
  readonly where: Fragment
  /** Whether a row has to have any or all of the tokens. */
  readonly how: 'any' | 'all'
  /** At most how many rows. */
  readonly limit: number
}

/** The parts of a check. */
export interface CheckFragments {
  /** The table of the row. */
  readonly table: Table
  /** The condition on its identity, with the values in the order of its columns. */
  readonly row: Fragment
  /** Which row it is: `where …`. */
  readonly where: Fragment
  /** Whether there must be such a row, or must not. */
  readonly exists: boolean
}

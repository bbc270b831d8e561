import type { ColumnType, CountBounds } from '@doorkit/store'
import type { InternalTables } from './internal-tables.ts'
import type { Fragment, SqlResult } from './sql-statement.ts'
import type { SearchColumn, Table, VectorStatements } from './table.ts'

/**
 * The SQL in which databases differ. {@link sqliteDialect} is the dialect of SQLite. A package with a
 * driver for another database has a dialect of its own.
 */
export interface SqlDialect {
  /** The longest identifier that the database does not cut, in bytes. */
  readonly maxIdentifierBytes: number
  /** Rewrites the `?` marks as the marks of the database. Statements contain no other question mark. */
  numberMarks(sql: string): string
  /** The end of a statement that returns a limited number of rows, with one mark for the number. */
  readonly limit: string
  /** A condition on a column, with one mark for the JSON list of allowed values. */
  isIn(column: string, type: ColumnType): string
  /** Statements that include the given one, and make the batch fail if that one changes no row. */
  mustChange(tables: InternalTables, statement: Fragment): Fragment[]
  /**
   * Statements that make the batch fail if a required row is missing or a forbidden row exists. The
   * checked fact stays true until the batch ends.
   */
  check(tables: InternalTables, check: CheckFragments): Fragment[]
  /** Statements that make the batch fail when the horizon of a scope is later than `at`. */
  requireOnTime(tables: InternalTables, scope: string, at: number): Fragment[]
  /**
   * Statements that move the horizon of a scope forward, never back. After them, every commit that is
   * dated earlier has ended, or will fail.
   */
  raiseHorizon(tables: InternalTables, scope: string, at: number): Fragment[]
  /**
   * One of the lists that are merged into a page. A dialect may add the order and limit to it, for a
   * planner that would otherwise read the whole list.
   */
  mergedPart(part: Fragment, orderAndLimit: Fragment): Fragment
  /**
   * The condition that selects the rows of an `updateMany` or `deleteMany`: `where …`. A row that no
   * longer matches when the statement reaches it is left out.
   */
  choose(table: Table, choice: ChoiceFragments): Fragment
  /**
   * Leases due rows. The last statement returns them. If there are two statements, the first returns the
   * order of the rows, and the last column of each result identifies the row.
   */
  claim(table: Table, claim: ClaimFragments): readonly Fragment[]
  /** Optional, for a database that cannot say whether a transaction was committed; see `Receipt`. */
  readonly receipts?: ReceiptStatements | undefined
  /** The mark for a value of the search column. */
  readonly searchMark: string
  /** The value of the search column for a row with these tokens. A token is the number of a term. */
  searchValue(tokens: readonly number[]): string
  /**
   * Counts the rows with each token, up to a bound, and returns the token's position in the list and the
   * count. The position -1 has the number of rows of the partition, up to another bound.
   */
  countMatches(search: SearchColumn, parts: CountMatchesFragments): Fragment
  /** Finds rows with any or all of the tokens, in no order. */
  findMatches(search: SearchColumn, parts: FindMatchesFragments): Fragment

  /**
   * Statements that begin the transaction of a migration. They keep two processes from creating the
   * tables at the same time, before there is a lease.
   */
  lockMigration(tables: InternalTables): string[]
  /** Statements that create the store's own tables. */
  createInternalTables(tables: InternalTables): string[]
  /** The current time in milliseconds since the epoch, as an expression. */
  readonly nowMs: string
  /** Creates the table of a collection, with the unique index over {@link Table.identity}. */
  createTable(table: Table): string[]
  /** Adds a column. */
  addColumn(table: Table, column: string, type: ColumnType): string[]
  /** The word `index`, with the option, if there is one, to let others write while it is created. */
  readonly indexLater: string
  /** Adds the search column, without a value in existing rows. */
  addSearchColumn(table: Table, search: SearchColumn): string[]
  /** Creates the full-text index, and an index of the rows without a value in the search column. */
  createSearch(table: Table, search: SearchColumn): string[]
  /**
   * Optional: merges the parts that commits add to a full-text index, in steps, so that commits do not
   * have to.
   */
  readonly searchMerges?: SearchMergeStatements | undefined
  /** Optional, for databases that can support vectors. */
  readonly vectors?: VectorSupport | undefined
  /**
   * `table_name`, `column_name` and `column_type` of each column, for tables with the prefix. The type
   * of a declared column is `text` or `integer`.
   */
  inspectColumns(prefix: string): Fragment
  /**
   * `index_name`, `is_unique`, `column_name` and `is_valid` of each column of an index, in the order of
   * the index, for tables with the prefix.
   */
  inspectIndexes(prefix: string): Fragment
}

/** How to find out whether a database supports vectors, and how to use them. */
export interface VectorSupport {
  /** Returns one row with the quoted schema of the vectors' type, or no row. */
  readonly find: Fragment
  /** The statements for vectors whose type is in this schema. */
  statementsIn(schema: string): VectorStatements
}

/** The statements that merge the parts of a full-text index. */
export interface SearchMergeStatements {
  /** A step, in one transaction. */
  step(search: SearchColumn): readonly Fragment[]
  /** Whether the results of a step say that another step has work, even without further writes. */
  hasMore(results: readonly SqlResult[]): boolean
}

/** The statements of receipts. */
export interface ReceiptStatements {
  /** Creates the table of receipts. */
  create(tables: InternalTables): string[]
  /** Writes a receipt in a partition. It fails if the receipt exists. */
  write(tables: InternalTables, partition: string, id: string): Fragment
  /**
   * Writes a receipt that says that nothing was committed, unless there is one. Returns 1 if a commit
   * wrote the receipt, or else 0.
   */
  settle(tables: InternalTables, partition: string, id: string): Fragment
  /** Removes up to `limit` receipts that are older than `olderThanMs`. */
  forget(tables: InternalTables, olderThanMs: number, limit: number): Fragment
}

/** The parts of a selection of rows. */
export interface ChoiceFragments {
  /** Which rows can be chosen: `where …`, or nothing. */
  readonly where: Fragment
  /** The largest number of rows to choose. */
  readonly limit: number
  /** Whether all of them are in one partition, or the collection has no partitions. */
  readonly isInOnePartition: boolean
}

/** The parts of a claim. */
export interface ClaimFragments {
  /** The column that says when a row is due, quoted. */
  readonly dueColumn: string
  /** Which rows are due: `where …`. */
  readonly where: Fragment
  /** The order of the due rows, and how many to lease: `order by … limit ?`. */
  readonly orderAndLimit: Fragment
  /** The change of a leased row: `column = value, …`. */
  readonly assignments: Fragment
  /** Whether all of the rows are in one partition, or the collection has no partitions. */
  readonly isInOnePartition: boolean
}

/** The parts of a count of matches. */
export interface CountMatchesFragments extends CountBounds {
  /** The searched table. */
  readonly table: Table
  /** The tokens. A count names the position of its token in this list. */
  readonly tokens: readonly number[]
  /** The rows of the partition: `where …`, or nothing. */
  readonly inPartition: Fragment
}

/** The parts of a search for rows. */
export interface FindMatchesFragments {
  /** The searched table. */
  readonly table: Table
  /** One token or more. */
  readonly tokens: readonly number[]
  /** The filter of the search, which names the partition, if there is one: `where …`, or nothing. */
  readonly where: Fragment
  /** Whether a row has to have any or all of the tokens. */
  readonly how: 'any' | 'all'
  /** The largest number of rows to find. */
  readonly limit: number
}

/** The parts of a check. */
export interface CheckFragments {
  /** The table of the row. */
  readonly table: Table
  /** The condition on the identity of the row. Its values are in the order of {@link Table.identity}. */
  readonly row: Fragment
  /** All conditions on the row, with `row` among them: `where …`. */
  readonly where: Fragment
  /** Whether the row must exist, or must not exist. */
  readonly exists: boolean
}

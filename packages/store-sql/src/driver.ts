import type { BackupOptions, BackupReport } from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'
import type { SqlResult, Statement } from './sql-statement.ts'

/**
 * A row that says whether a transaction was committed. Its first writer decides: the transaction, or
 * the process that asks.
 */
export interface Receipt {
  /** The first statement of the transaction. It fails if the row exists. */
  readonly write: Statement
  /** Writes the row, unless it exists. Returns 1 if the transaction wrote it, else 0. */
  readonly settle: Statement
}

/**
 * Everything that {@link sqlStore} needs from a database. When the database refuses a statement, the
 * driver throws a {@link SqlError}. A driver is correct if a store over it passes
 * `@doorkit/store-tests`.
 */
export interface SqlDriver {
  /** The SQL of its database. */
  readonly dialect: SqlDialect
  /**
   * Whether the driver itself refuses a statement that must change a row and changes none. Its error
   * then has the code `guard` and the position of the statement in its batch. Default: false; the
   * dialect makes the batch fail.
   */
  readonly checksChanges?: boolean | undefined
  /**
   * Runs one statement, atomically.
   *
   * @param partition - the partition of its rows, if it is known, so that the driver can limit how
   *   much one partition uses. `queryTogether`, `batch` and `batchOnce` accept it, too.
   */
  query(statement: Statement, partition?: string): Promise<SqlResult>
  /**
   * Optional, for a driver that sends reads together at a lower cost: runs a short statement that only
   * reads, together with the reads of other callers in the same tick of the event loop. `statement` is
   * called when the statement is sent, after this function has returned.
   */
  queryTogether?(statement: () => Statement, partition?: string): Promise<SqlResult>
  /**
   * Runs statements in order in one transaction, and returns their results. Each statement sees every
   * commit that ended before the statement began. A database with one writer takes its write lock first
   * (`BEGIN IMMEDIATE` in SQLite). If one statement fails, nothing is changed.
   */
  batch(statements: readonly Statement[], partition?: string): Promise<readonly SqlResult[]>
  /**
   * Optional, for a dialect with receipts: a batch whose results nobody reads. Each try has a receipt of
   * its own. The batch fails with `unknown` only if the database cannot be asked about the receipt.
   */
  batchOnce?(
    statements: readonly Statement[],
    makeReceipt: () => Receipt,
    partition?: string,
  ): Promise<void>
  /**
   * Runs a statement outside of a transaction, however long it takes, such as one that creates an index
   * while others write. Default: `query`.
   */
  alone?(statement: Statement): Promise<SqlResult>
  /**
   * Optional, for an exclusive store: locks all writers out of these tables until `close`. If others then
   * wait to write, `close` rejects with `busy`. Called as soon as the database fits the plan.
   *
   * @param tables - the names of the tables, quoted.
   */
  keepOut?(tables: readonly string[]): Promise<void>
  /** Called once, when no call is running. */
  close(): Promise<void>
  /** Optional: see `scrub` of the store port. */
  scrub?(): Promise<void>
  /**
   * Optional: see `backup` of the store port.
   *
   * @param readVersion - a query that reads the version of the schema, to be run on the copy.
   */
  backup?(options: BackupOptions, readVersion: string): Promise<BackupReport>
  /**
   * Optional: a number that changes with every write through another connection. It is for a database
   * that returns this number faster than it reads a row.
   */
  writesElsewhere?(): Promise<number>
  /** Optional: tells other processes that these collections were written to. It may fail silently. */
  announce?(collections: readonly string[]): void
  /**
   * Optional: calls `wake` when another process announces the collection. Returns a function that ends
   * the calls.
   */
  listen?(collection: string, wake: () => void): Promise<() => Promise<void>>
}

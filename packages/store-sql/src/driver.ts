import type { BackupOptions, BackupReport } from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'

/** A value bound to a statement. Numbers are safe integers. */
export type SqlValue = string | number | null

/** One statement of SQL, with a `?` mark for every parameter. */
export interface Statement {
  /**
   * The name to prepare it under, at most 63 bytes; the same text always has the same name. A statement
   * without one runs once and is not worth preparing.
   */
  readonly name?: string | undefined
  /** The text, with a `?` for every parameter. */
  readonly sql: string
  /** One value for each mark, in order. */
  readonly params: readonly SqlValue[]
  /**
   * Whether the statement fails if it has already run. Then a transaction with it can start again even
   * if nobody knows whether it was committed. Default: false.
   */
  readonly once?: boolean | undefined
  /** Whether it only reads, so that it needs no transaction. Default: false. */
  readonly reads?: boolean | undefined
  /**
   * Whether it may run twice without harm. If a connection breaks, nobody then needs to find out whether
   * it has run. Default: as `reads`.
   */
  readonly repeatable?: boolean | undefined
  /** Whether it may take long. Then no timeout ends its transaction. Default: false. */
  readonly long?: boolean | undefined
  /** For drivers with {@link SqlDriver.checksChanges}: whether it must change a row. */
  readonly mustChange?: boolean | undefined
}

/**
 * The values of a row, in the order of the statement's columns. Text is a string; an integer is anything
 * that `Number()` reads.
 */
export type SqlRow = readonly unknown[]

/** The outcome of one statement. */
export interface SqlResult {
  /** The rows that the statement returns, if any. */
  readonly rows: readonly SqlRow[]
  /** How many rows it inserted, updated or deleted itself; triggers do not count. */
  readonly changes: number
}

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
   * Whether the driver itself refuses a statement that must change a row and changes none, with `guard`
   * and the place of the statement. Default: the dialect makes the statement fail.
   */
  readonly checksChanges?: boolean | undefined
  /**
   * Runs one statement, atomically.
   *
   * @param partition - the partition of its rows, if it is known. A driver shares connections and other
   *   limited resources between partitions. The other methods take it, too.
   */
  query(statement: Statement, partition?: string): Promise<SqlResult>
  /**
   * Optional, for a driver that sends several reads at a lower cost: runs a short statement that only
   * reads, together with the reads of other callers in the same tick of the event loop. `statement` is
   * called when the statement is sent, after this function has returned.
   */
  queryTogether?(statement: () => Statement, partition?: string): Promise<SqlResult>
  /**
   * Runs statements in order in one transaction, and returns their results. Each statement sees what
   * was committed before it began. A database with one writer takes its write lock first (`BEGIN
   * IMMEDIATE` in SQLite). If one statement fails, none has happened.
   */
  batch(statements: readonly Statement[], partition?: string): Promise<readonly SqlResult[]>
  /**
   * Optional, for a dialect with receipts: a batch whose results nobody reads. Each try has a receipt of
   * its own. It fails with `unknown` only if the database cannot be asked about the receipt.
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
   * Optional, for a store that was opened as the only writer: locks others out of these tables until
   * `close`, which rejects with `busy` if others wait to write by then. Called after each migration.
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
  /** Optional: tells other processes that these collections were written. It may fail silently. */
  announce?(collections: readonly string[]): void
  /**
   * Optional: calls `wake` when another process announces the collection. Returns the function that stops
   * it.
   */
  listen?(collection: string, wake: () => void): Promise<() => Promise<void>>
}

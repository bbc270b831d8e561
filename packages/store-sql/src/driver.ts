import type { BackupOptions, BackupReport } from '@doorkit/store'
import type { SqlDialect } from './dialect.ts'

/** A value bound to a statement. Numbers are safe integers. */
export type SqlValue = string | number | null

/** One statement of SQL, with a mark for every parameter. */
export interface Statement {
  /**
   * The same for the same text, and at most 63 bytes: a name to prepare it under. Without one, the
   * statement runs once and is not worth preparing.
   */
  readonly name?: string | undefined
  /** The text, with a `?` for every parameter. */
  readonly sql: string
  /** One value for each mark, in order. */
  readonly params: readonly SqlValue[]
  /**
   * Whether it would fail if it had happened already, so that a transaction with it can be begun again
   * when it is unknown whether it was committed. Default: false.
   */
  readonly once?: boolean | undefined
  /** Whether it reads and writes nothing, so that it needs no transaction. Default: false. */
  readonly reads?: boolean | undefined
  /**
   * Whether it may happen twice without harm, so that nobody has to find out whether it happened when a
   * connection breaks. Default: as `reads`.
   */
  readonly repeatable?: boolean | undefined
  /** Whether it may take long, so that no limit of time ends its transaction. Default: false. */
  readonly long?: boolean | undefined
  /** For drivers with {@link SqlDriver.checksChanges}: whether it has to change a row. */
  readonly mustChange?: boolean | undefined
}

/**
 * The values of a row, in the order in which the statement names its columns. Text comes as a string, an
 * integer as whatever `Number()` reads.
 */
export type SqlRow = readonly unknown[]

/** The outcome of one statement. */
export interface SqlResult {
  /** Empty for a statement that returns none. */
  readonly rows: readonly SqlRow[]
  /** How many rows it inserted, updated or deleted itself; triggers do not count. */
  readonly changes: number
}

/**
 * A row by which it can be found out whether a transaction was committed: whoever writes it first, the
 * transaction or the one that asks, decides.
 */
export interface Receipt {
  /** Begins the transaction. It fails where the row is there. */
  readonly write: Statement
  /** Puts the row there, unless it is; gives 1 when the transaction wrote it, else 0. */
  readonly settle: Statement
}

/**
 * All that {@link sqlStore} needs of a database. A refusal of the database comes as a {@link SqlError};
 * the store knows what to make of it. A driver is right when a store over it passes
 * `@doorkit/store-tests`.
 */
export interface SqlDriver {
  /** The SQL that its database speaks. */
  readonly dialect: SqlDialect
  /**
   * Whether the driver itself refuses, with `guard` and the place of the statement, one that has to
   * change a row and changes none. Default: the dialect adds to the statement what does.
   */
  readonly checksChanges?: boolean | undefined
  /**
   * Runs one statement, atomically.
   *
   * @param partition - whose rows it is about, where that is known, here and below: of what calls wait
   * for, such as connections, no partition can take all.
   */
  query(statement: Statement, partition?: string): Promise<SqlResult>
  /**
   * Optional, where it costs less than `query` for each: runs a short statement that only reads, as if
   * alone, with those that others ask for in the same turn of the event loop. The statement is asked for
   * when it is sent, after this function has returned.
   */
  queryTogether?(statement: () => Statement, partition?: string): Promise<SqlResult>
  /**
   * Runs statements in order in one transaction, each with a view of what was committed before the
   * statement began, and gives their results. A database with one writer takes its write lock first
   * (`BEGIN IMMEDIATE` in SQLite). When one statement fails, none has happened.
   */
  batch(statements: readonly Statement[], partition?: string): Promise<readonly SqlResult[]>
  /**
   * Optional, where the dialect has receipts: a batch of which nothing but its success matters. It ends
   * with `unknown` only when the database cannot be asked about the receipt. Each try has its own.
   */
  batchOnce?(
    statements: readonly Statement[],
    makeReceipt: () => Receipt,
    partition?: string,
  ): Promise<void>
  /**
   * Runs a statement that is no part of a transaction, however long it takes: an index is created so
   * while others write. Default: `query`.
   */
  alone?(statement: Statement): Promise<SqlResult>
  /**
   * Optional, for a store that was opened to be the only writer: keeps others from writing to these
   * tables until `close`, which rejects with `busy` where others wait to write by then. Called after
   * each migration.
   *
   * @param tables - the names of the tables, quoted.
   */
  keepOut?(tables: readonly string[]): Promise<void>
  /** Called once, when nothing runs any more. */
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
   * Optional, where the database tells faster than it reads a row: a number that is another one after
   * every write through another connection.
   */
  writesElsewhere?(): Promise<number>
  /** Optional: tells other processes that these channels were written, if it can. */
  announce?(channels: readonly string[]): void
  /** Optional: hears of what other processes announce. Gives the function that stops it. */
  listen?(channel: string, wake: () => void): Promise<() => Promise<void>>
}

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
}

/** A row, by column. Text comes as a string, an integer as whatever `Number()` reads. */
export type SqlRow = Readonly<Record<string, unknown>>

/** What one statement did. */
export interface SqlResult {
  /** Empty for a statement that returns none. */
  readonly rows: readonly SqlRow[]
  /** How many rows it inserted, updated or deleted itself; triggers do not count. */
  readonly changes: number
}

/**
 * All that {@link sqlStore} needs of a database. What the database refuses comes as a
 * {@link SqlError}; the store knows what to make of it. A driver is right when a store over it
 * passes `@doorkit/store-tests`.
 */
export interface SqlDriver {
  /** Whose SQL the statements are written in. */
  readonly dialect: 'sqlite'
  /** Runs one statement, atomically. */
  query(statement: Statement): Promise<SqlResult>
  /**
   * Runs statements in order in one transaction that takes its write lock first (`BEGIN IMMEDIATE`
   * in SQLite), and gives their results. When one fails, none has happened.
   */
  batch(statements: readonly Statement[]): Promise<readonly SqlResult[]>
  /** Called once, when nothing runs any more. */
  close(): Promise<void>
  /** Optional: see `scrub` of the store port. */
  scrub?(): Promise<void>
  /** Optional: hears of writes by other processes. Gives the function that stops it. */
  listen?(channel: string, wake: () => void): Promise<() => Promise<void>>
}

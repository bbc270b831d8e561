/** A value bound to a statement. Numbers are safe integers. */
export type SqlValue = string | number | null

/** One statement of SQL, with a mark for every parameter. */
export interface Statement {
  /**
   * The name to prepare it under, at most 63 bytes; the same text always has the same name. A statement
   * without a name is prepared anew for each run.
   */
  readonly name?: string | undefined
  /** The text, with the marks that `numberMarks` of the dialect writes. */
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
   * Whether it may run twice without harm. Then, if a connection breaks, nobody has to find out whether
   * it has run. Default: as `reads`.
   */
  readonly repeatable?: boolean | undefined
  /** Whether it may take a long time. Then no timeout ends its transaction. Default: false. */
  readonly long?: boolean | undefined
  /** For drivers with {@link SqlDriver.checksChanges}: whether the statement must change a row. */
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
  /** How many rows a write inserted, updated or deleted itself; triggers do not count. */
  readonly changes: number
}

/** A piece of SQL and the values of its marks, in order. */
export interface Fragment {
  /** The text, with a `?` for every value. */
  readonly sql: string
  /** One value for each mark, in order. */
  readonly params: readonly SqlValue[]
}

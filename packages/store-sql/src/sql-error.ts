/** A refusal of a database. */
export type SqlErrorCode =
  /** A unique index has the value already; `constraint`, or `table` and `columns`, say which. */
  | 'unique'
  /** A check constraint refused a value; `constraint` names it. */
  | 'check'
  /**
   * The guard of the statement at `detail.statement` failed, in a dialect that needs no constraint for
   * it.
   */
  | 'guard'
  /** A lock was not free in time, or the transaction lost to another one. A repetition may succeed. */
  | 'busy'
  /** The database cannot be reached, or takes no writes; nothing of the call happened. */
  | 'away'
  /** The connection broke during a commit, and nobody can find out whether it happened. */
  | 'unknown'
  /** Anything else. */
  | 'fault'

/** What the database says about a constraint. */
export interface SqlErrorDetail {
  /** The constraint or index, where the database names it. */
  readonly constraint?: string | undefined
  /** The table, where the database names it. */
  readonly table?: string | undefined
  /** The columns of the constraint, where the database names them. */
  readonly columns?: readonly string[] | undefined
  /** The place of the refused statement in its batch, from 0. */
  readonly statement?: number | undefined
}

/** The one error a driver throws. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The kind of the failure. */
  readonly code: SqlErrorCode
  /** Which constraint it was, as far as the database says. */
  readonly detail: SqlErrorDetail

  constructor(
    code: SqlErrorCode,
    message: string,
    options?: { cause?: unknown; detail?: SqlErrorDetail | undefined },
  ) {
    super(message, options)
    this.code = code
    this.detail = options?.detail ?? {}
  }
}

/** A refusal of a database. */
export type SqlErrorCode =
  /** A value that a unique index already has; `constraint` or `table` and `columns` say which. */
  | 'unique'
  /** A check constraint, named by `constraint`. */
  | 'check'
  /** A guard of the statement at `detail.statement`, in a dialect that needs no constraint for it. */
  | 'guard'
  /** A lock that was not free in time, or a transaction that lost to another: worth repeating. */
  | 'busy'
  /** The database cannot be reached, or takes no writes; nothing of the call happened. */
  | 'away'
  /** The connection broke while the database committed: whether it did cannot be found out. */
  | 'unknown'
  /** Anything else. */
  | 'fault'

/** The words of the database about a constraint. */
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
  /** The kind of failure that the store makes of it. */
  readonly code: SqlErrorCode
  /** Which constraint it was; empty where the database does not say. */
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

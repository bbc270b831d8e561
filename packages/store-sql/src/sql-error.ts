/** The reason why a call of a driver failed. */
export type SqlErrorCode =
  /** A unique index already has the value; `constraint`, or `table` and `columns`, name the index. */
  | 'unique'
  /** A check constraint, which `constraint` names, or the type of a column refused a value. */
  | 'check'
  /**
   * The guard of the statement at `detail.statement` failed. A dialect whose guards are check
   * constraints has `check` instead.
   */
  | 'guard'
  /** A lock was not free in time, or the transaction lost to another one. A new try may succeed. */
  | 'busy'
  /** The database is unreachable, or accepts no writes. A refused commit or bulk write has had no effect. */
  | 'unavailable'
  /** The connection broke during a write, and nobody can find out whether it happened. */
  | 'unknown'
  /** Any other error. */
  | 'fault'

/** The details of an error. */
export interface SqlErrorDetail {
  /** The constraint or index, if the database names it. */
  readonly constraint?: string | undefined
  /** The table, if the database names it. */
  readonly table?: string | undefined
  /** The columns of the constraint, if the database names them. */
  readonly columns?: readonly string[] | undefined
  /** The position of the refused statement in its batch, from 0. */
  readonly statement?: number | undefined
}

/** The error that a driver throws if a call fails. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The kind of the failure. */
  readonly code: SqlErrorCode
  /** The details, as far as the database names them. */
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

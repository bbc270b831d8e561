/** Why a store could not do what was asked. Lost races are not errors: `commit` returns them. */
export type StoreErrorCode =
  /** The database is locked or had to abort this transaction; the same call may succeed now. */
  | 'busy'
  /** The database cannot be reached, or cannot take writes now; nothing of the call happened. */
  | 'unavailable'
  /** The connection broke during a commit; whether it happened cannot be found out. */
  | 'unknown_outcome'
  /** The store was closed. */
  | 'closed'
  /** A query names a collection, index or key that the schema plan does not declare. */
  | 'unknown_name'
  /** A query breaks a rule of the port: a missing limit, a value of the wrong type. */
  | 'invalid_query'
  /** The database was written by a newer version than this one: run that one, or a later one. */
  | 'newer_database'
  /** The database answered with a fault of its own; see `cause`. */
  | 'fault'

/** The one error a store throws. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The kind of the failure: it says whether to repeat. */
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The code of a store's error, by shape: a store may come with its own copy of {@link StoreError}. */
export function storeErrorCode(error: unknown): unknown {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'StoreError' ? code : undefined
}

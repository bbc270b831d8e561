/** Why a call of a store failed. A lost race is not an error: `commit` returns it. */
export type StoreErrorCode =
  /** The database is locked, or it aborted this transaction. The same call may succeed now. */
  | 'busy'
  /** The database is unreachable or cannot write now. A refused commit or bulk write has had no effect. */
  | 'unavailable'
  /** The connection broke during a write, and nobody can find out whether it happened. */
  | 'unknown_outcome'
  /** The store was closed. */
  | 'closed'
  /** A call names a collection that is in no plan given to `migrate`. */
  | 'unknown_name'
  /** A call breaks a rule of the port, for example with a document that is not JSON. */
  | 'invalid_query'
  /** A newer version wrote the database: run that version, or a later one. */
  | 'newer_database'
  /** Any other failure. If the database or its driver reported an error, it is the `cause`. */
  | 'fault'

/** The error that a store throws. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The reason, which also says whether to repeat the call. */
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** The code of a store error, even if another copy of {@link StoreError} made it. */
export function storeErrorCode(error: unknown): unknown {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
  return name === 'StoreError' ? code : undefined
}

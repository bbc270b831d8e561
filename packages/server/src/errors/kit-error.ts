/** Why the server kit refused a call of one of its functions. */
export type KitErrorCode =
  /** A value is invalid; `param` names it. */
  | 'invalid_input'
  /** There is no such workspace, or no such object in it. */
  | 'not_found'
  /** The call conflicts with the current state. */
  | 'conflict'
  /** The report id was already used for a different report. */
  | 'key_reused'
  /** A master key that the store needs is missing, or the one that seals is no longer in use. */
  | 'master_key_mismatch'
  /** `migrate` is false, and the store does not have this version's schema yet. */
  | 'store_behind'
  /** The server is shutting down: send requests to another one. */
  | 'closing'
  /** A limit of the workspace is reached (docs/api.md#limits). */
  | 'limit_reached'

/** The error that the server kit's functions throw to the host application. */
export class KitError extends Error {
  override readonly name = 'KitError'
  /** The reason of the refusal, for code to branch on. */
  readonly code: KitErrorCode
  /** The input that caused the error, such as `invitee.email`. */
  readonly param: string | undefined

  constructor(
    code: KitErrorCode,
    message: string,
    options: { readonly param?: string | undefined } = {},
  ) {
    super(message)
    this.code = code
    this.param = options.param
  }
}

/** Why a call in code was refused. */
export type KitErrorCode =
  /** A value is not usable; `param` names it. */
  | 'invalid_input'
  /** There is no such object in this workspace. */
  | 'not_found'
  /** The call clashes with the current state. */
  | 'conflict'
  /** The host's key stands for another recording already. */
  | 'key_reused'
  /** The store holds secrets that none of the master keys given opens. */
  | 'master_key_mismatch'
  /** `migrate` is false, and the store lacks something of this version's schema. */
  | 'store_behind'
  /** The server is about to end: send requests to another one. */
  | 'closing'
  /** A limit of the workspace is reached (docs/api.md#limits). */
  | 'limit_reached'

/** The one error that the server kit's functions throw at the host application. */
export class KitError extends Error {
  override readonly name = 'KitError'
  /** Why it was refused: branch on this. */
  readonly code: KitErrorCode
  /** The input that caused it, such as `invitee.email`. */
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

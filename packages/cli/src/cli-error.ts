/** Why a command failed. */
export type CliErrorCode =
  /** There is no command of this name. */
  | 'unknown_command'
  /** A flag or another argument is unknown, missing or repeated, or its value is not valid. */
  | 'invalid_flag'
  /** An environment variable is not valid. */
  | 'invalid_environment'
  /** The store does not exist, is in use, or does not support the command, or its URL is not valid. */
  | 'unusable_store'
  /** The store has no such workspace, or more than one matches. */
  | 'unknown_workspace'
  /** The API refused a call, or `doorkit trigger` cannot make the event happen. */
  | 'refused'
  /** A delivery does not verify, for example because its signature is wrong or it is too old. */
  | 'not_verified'
  /** A diagnosis found a problem. */
  | 'unhealthy'
  /** A signal stopped the command before it was done. */
  | 'interrupted'
  /** A receiver did not accept a test event. */
  | 'not_received'
  /** The server cannot listen on its address. */
  | 'unusable_address'

/** The error of a command that failed. Its message says what happened and, if possible, what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** The reason, from a closed list. Programs branch on it, and not on the message. */
  readonly code: CliErrorCode

  constructor(code: CliErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

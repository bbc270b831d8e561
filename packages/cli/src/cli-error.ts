/** Why a command could not do what was asked. */
export type CliErrorCode =
  /** There is no command of this name. */
  | 'unknown_command'
  /** A flag is unknown, missing, given twice, or has a value that cannot be used. */
  | 'invalid_flag'
  /** The environment holds something that cannot be used. */
  | 'invalid_environment'
  /** The store is of an unknown kind, or not there. */
  | 'unusable_store'
  /** The store holds no such workspace, or several that could be meant. */
  | 'unknown_workspace'
  /** The API refused a call. */
  | 'refused'
  /** A delivery is not what the holder of the secret has sent. */
  | 'not_verified'
  /** A signal ended long work before its end. */
  | 'interrupted'
  /** A receiver did not take a test. */
  | 'not_received'
  /** The address to listen on is taken or not allowed. */
  | 'unusable_address'

/** The error of a command that cannot go on: one sentence that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** The reason, from a closed list: what a program should branch on. */
  readonly code: CliErrorCode

  constructor(code: CliErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

import { DoorkitError } from './doorkit-error.ts'

/**
 * No answer came: the name was not found, the connection refused, reset or not trusted, or what
 * sends was given a dispatcher that it cannot use.
 */
export class ConnectionError extends DoorkitError {
  protected static override readonly brand: string = 'ConnectionError'
  declare readonly name: 'ConnectionError'
  declare readonly code: 'connection_failed' | 'dispatcher_mismatch' | 'tls_failed'

  /** The cause tells what failed, unless somebody knows better. */
  constructor(cause: unknown, [code, message]: Diagnosis = diagnose(cause)) {
    super(code, message, { cause, retryable: code === 'connection_failed' })
  }
}

/** What failed, and what to do. */
export type Diagnosis = readonly [code: ConnectionError['code'], message: string]

function diagnose(error: unknown): Diagnosis {
  let reason = 'connection failed'
  let cause: { readonly code?: unknown; readonly cause?: unknown } = Object(error)
  // The innermost cause that has a code: `fetch` wraps what the socket said.
  for (let depth = 0; depth < 5; depth++) {
    if (typeof cause.code === 'string') reason = cause.code
    cause = Object(cause.cause)
  }
  // An untrusted certificate stays untrusted: trying again only hides the setting to mend.
  return /CERT|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_/.test(reason)
    ? ['tls_failed', `No trust in the server (${reason}): check baseUrl and the trusted roots`]
    : ['connection_failed', `No answer from the server (${reason}): check baseUrl and the network`]
}

import { DoorkitError } from './doorkit-error.ts'

/**
 * No answer came. The host name was not found, the connection was refused or reset, the certificate is
 * not trusted, or `fetch` got a dispatcher that it cannot use.
 */
export class ConnectionError extends DoorkitError {
  protected static override readonly brand: string = 'ConnectionError'
  declare readonly name: 'ConnectionError'
  declare readonly code: 'connection_failed' | 'dispatcher_mismatch' | 'tls_failed'

  constructor(cause: unknown) {
    const [code, message] = diagnose(cause)
    super(code, message, { cause, retryable: code === 'connection_failed' })
  }
}

/** The members that a thrown value may have. */
export interface Cause {
  readonly code?: unknown
  readonly message?: unknown
  readonly stack?: unknown
  readonly cause?: unknown
}

/** Finds the code of a failure, and says what to do about it. */
function diagnose(error: unknown): [code: ConnectionError['code'], message: string] {
  let reason = 'the connection failed'
  let cause: Cause = Object(error)
  // `fetch` wraps the error of the socket, so the innermost cause with a code counts.
  for (let depth = 0; depth < 5; depth++) {
    // `fetch` gives the dispatcher a handler. Dispatchers of undici 6 and earlier need its old methods, those
    // of 8 and later the new ones; undici 7 accepts both. This is the message for the wrong handler.
    if (/^invalid on\w+ method$/.test(String(cause.message))) {
      const builtIn = globalThis.process?.versions.undici
      return [
        'dispatcher_mismatch',
        `The dispatcher and fetch are of different versions of undici (Node has ${builtIn} built in). Import both from the same version, or use undiciTransport of @doorkit/client/undici.`,
      ]
    }
    if (typeof cause.code === 'string') reason = cause.code
    cause = Object(cause.cause)
  }
  // A retry would not help: somebody must replace or trust the certificate first.
  return /CERT|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_/.test(reason)
    ? [
        'tls_failed',
        `The certificate of the server is not trusted (${reason}). Check baseUrl and the trusted roots.`,
      ]
    : [
        'connection_failed',
        `No answer came from the server (${reason}). Check baseUrl and the network.`,
      ]
}

import { DoorkitError } from './doorkit-error.ts'

/** No answer came: the name was not found, the connection refused, reset or not trusted. */
export class ConnectionError extends DoorkitError {
  protected static override readonly brand: string = 'ConnectionError'
  override readonly name = 'ConnectionError'
  declare readonly code: 'connection_failed' | 'tls_failed'

  constructor(cause: unknown) {
    const reason = reasonOf(cause)
    // An untrusted certificate stays untrusted: trying again only hides the setting to mend.
    const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(reason)
    super(
      untrusted ? 'tls_failed' : 'connection_failed',
      untrusted
        ? `The server's certificate is not trusted (${reason}): check baseUrl and the trusted roots`
        : `No answer from the server (${reason}): check baseUrl and the network`,
      { cause, retryable: !untrusted },
    )
  }
}

/** The code of the innermost cause that has one; `fetch` wraps what the socket said. */
function reasonOf(error: unknown): string {
  let reason = 'connection failed'
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    reason = 'code' in current && typeof current.code === 'string' ? current.code : reason
    current = current.cause
  }
  return reason
}

import { DoorkitError } from './doorkit-error.ts'

/**
 * No answer came: the name was not found, the connection refused, reset or not trusted, or what
 * sends was given a dispatcher that it cannot use.
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

function diagnose(error: unknown): [ConnectionError['code'], string] {
  let reason = 'connection failed'
  let current: unknown = error
  // The innermost cause that has a code: `fetch` wraps what the socket said.
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    reason = 'code' in current && typeof current.code === 'string' ? current.code : reason
    const method = /^invalid (on\w+) method$/.exec(current.message)?.[1]
    if (method) return ['dispatcher_mismatch', describeMismatch(method)]
    current = current.cause
  }
  // An untrusted certificate stays untrusted: trying again only hides the setting to mend.
  return /CERT|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_/.test(reason)
    ? ['tls_failed', `No trust in the certificate (${reason}): check baseUrl and the trusted roots`]
    : ['connection_failed', `No answer from the server (${reason}): check baseUrl and the network`]
}

/** A dispatcher misses a method: up to undici 6 an old one, from 8 on a new one; 7 takes both. */
function describeMismatch(method: string): string {
  const versions = method.startsWith('onRe') ? '8 or later' : '6 or earlier'
  return `The dispatcher is of undici ${versions}, and what sends is not (Node has ${globalThis.process?.versions.undici} built in): update it, or use undiciTransport of @doorkit/client/undici`
}

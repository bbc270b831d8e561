import { ConnectionError } from '../errors/connection-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { ResponseError } from '../errors/response-error.ts'
import type { Address } from './base-url.ts'
import type { Credential } from './credential.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { AttemptRequest } from './middleware.ts'

/** The parts that the innermost layer needs. */
export interface TransportOptions {
  readonly fetch: FetchFunction
  readonly credential: Credential
  /** The address of the API; throws until it is set. */
  readonly address: () => Address
}

/** Sends a request. `sends` learns of each time that it goes out, and with which `Authorization`. */
export type Transport = (
  request: AttemptRequest,
  sends: (authorization: string) => void,
) => Promise<Response>

/** Redirects of one attempt that are followed. */
const mostRedirects = 3

/**
 * The innermost layer of an attempt, below all middleware: adds the key and sends. A redirect is
 * followed within the origin of the API, where it repeats the request as it is. All others are
 * refused, so that neither the key nor a body reaches another host.
 */
export function createTransport({ fetch, credential, address }: TransportOptions): Transport {
  return async (request, sends) => {
    const { signal } = request
    const { origin } = address()
    if (!request.url.startsWith(`${origin}/`)) {
      const message = `Middleware sent the request away from ${origin}. Keep its url below baseUrl.`
      throw new DoorkitError('invalid_argument', message)
    }
    let { url } = request
    for (let redirects = 0; ; redirects++) {
      const headers = { authorization: `Bearer ${await credential.key()}`, ...request.headers }
      let response: Response
      sends(headers.authorization)
      try {
        response = await fetch(url, { ...request, url, headers, redirect: 'manual' } as RequestInit)
      } catch (error) {
        throw signal.aborted ? signal.reason : new ConnectionError(withoutKey(error, credential))
      }
      const { status } = response
      const target = redirectTarget(response, url)
      if (target === undefined) return response
      response.body?.cancel().catch(() => {})
      const sameRequest = request.method === 'GET' || status >= 307
      if (!target?.href.startsWith(`${origin}/`) || !sameRequest || redirects === mostRedirects) {
        const place = credential.redact(target?.origin ?? 'an unknown place')
        const message = `The server redirects to ${place}. Check baseUrl.`
        throw new ResponseError('redirect_refused', message, { status, body: '' })
      }
      url = target.href
    }
  }
}

/** The target of a redirect: null when it is hidden, undefined when the answer is no redirect. */
function redirectTarget({ type, status, headers }: Response, from: string): URL | null | undefined {
  if (type === 'opaqueredirect') return null
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.parse(headers.get('location') ?? 'about:blank', from)
}

/** The thrown error, or its text and code alone where part of it or of its causes repeats the key. */
function withoutKey(error: unknown, { redact }: Credential): unknown {
  const causes: Cause[] = []
  for (let cause: Cause = Object(error); !causes.includes(cause); cause = Object(cause.cause)) {
    causes.push(cause)
    if (cause.cause === undefined) break
  }
  const code = causes.findLast((cause) => cause.code)?.code
  try {
    const said = `${causes.map((cause) => `${cause}${cause.stack}`)}${JSON.stringify(causes)}`
    if (redact(said) === said) return error
  } catch {
    // An error that leads back to itself holds more than its text, such as the request.
  }
  return Object.assign(new Error(redact(String(error))), code && { code })
}

interface Cause {
  readonly stack?: unknown
  readonly code?: unknown
  readonly cause?: unknown
}

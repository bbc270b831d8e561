import { type Cause, ConnectionError } from '../errors/connection-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { ResponseError } from '../errors/response-error.ts'
import type { Address } from './base-url.ts'
import type { Credential } from './credential.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { AttemptRequest } from './middleware.ts'

export interface TransportOptions {
  readonly fetch: FetchFunction
  readonly credential: Credential
  /** Returns the address of the API. Throws if it is not set or not valid. */
  readonly address: () => Address
}

/** The most redirects that one attempt follows. */
const mostRedirects = 3

/**
 * Creates the innermost layer of an attempt, which adds the API key and sends the request. It follows up
 * to three redirects within the API's origin, if they repeat the request unchanged. All others are
 * refused, so that neither the API key nor a body reaches another host. `onSend` is called with the
 * `Authorization` header each time the request is sent.
 */
export function createTransport({ fetch, credential, address }: TransportOptions) {
  return async (
    request: AttemptRequest,
    onSend: (authorization: string) => void,
  ): Promise<Response> => {
    const { signal } = request
    const { origin } = address()
    if (!request.url.startsWith(`${origin}/`)) {
      const message = `Middleware sent the request away from ${origin}. Keep its url below baseUrl.`
      throw new DoorkitError('invalid_argument', message)
    }
    let { url } = request
    for (let redirects = 0; ; redirects++) {
      const headers = { authorization: `Bearer ${await credential.apiKey()}`, ...request.headers }
      let response: Response
      onSend(headers.authorization)
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
        const targetOrigin = credential.redact(target?.origin ?? 'an unknown address')
        const message = `The server redirects to ${targetOrigin}. Check baseUrl.`
        throw new ResponseError('redirect_refused', message, { status, body: '' })
      }
      url = target.href
    }
  }
}

/** The target of a redirect: null if it is hidden, missing or invalid; undefined without a redirect. */
function redirectTarget({ type, status, headers }: Response, from: string): URL | null | undefined {
  if (type === 'opaqueredirect') return null
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.parse(headers.get('location') ?? '//', from)
}

/**
 * Returns the error. If the error or one of its causes may contain the API key, returns a new error with
 * only the redacted text and the code.
 */
function withoutKey(error: unknown, { redact }: Credential): unknown {
  const causes: Cause[] = []
  for (let cause: Cause = Object(error); !causes.includes(cause); cause = Object(cause.cause)) {
    causes.push(cause)
    if (cause.cause === undefined) break
  }
  const code = causes.findLast((cause) => cause.code)?.code
  try {
    const text = `${causes.map((cause) => `${cause}${cause.stack}`)}${JSON.stringify(causes)}`
    if (redact(text) === text) return error
  } catch {
    // `JSON.stringify` refuses a circular error, which may contain the request with its headers.
  }
  return Object.assign(new Error(redact(String(error))), code && { code })
}

import { ConnectionError } from './errors/connection-error.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import { ResponseError } from './errors/response-error.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { SendAttempt } from './middleware.ts'

/** Redirects of one attempt that are followed. */
const mostRedirects = 3

/** What the innermost layer needs. */
export interface TransportOptions {
  readonly fetch: FetchFunction
  readonly apiKey: string
  readonly baseUrl: string
}

/**
 * The innermost layer of an attempt: adds the key, sends, and follows redirects only within the
 * origin of the base address, so that the key reaches no other host.
 */
export function createTransport({ fetch, apiKey, baseUrl }: TransportOptions): SendAttempt {
  const { origin } = new URL(baseUrl)
  const authorization = `Bearer ${apiKey}`
  return async ({ url: first, method, headers: given, body = null, signal }) => {
    if (!first.startsWith(`${origin}/`) && new URL(first).origin !== origin) {
      throw new DoorkitError(
        'invalid_argument',
        `A middleware sent the request away from ${origin}`,
      )
    }
    const headers = { authorization, ...given }
    let url = first
    for (let redirects = 0; ; redirects++) {
      let response: Response
      try {
        response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
      } catch (error) {
        throw signal.aborted ? signal.reason : new ConnectionError(error)
      }
      const target = redirectTarget(response, url)
      if (target === undefined) return response
      response.body?.cancel().catch(() => {})
      const sameRequest = method === 'GET' || response.status >= 307
      if (target?.origin !== origin || !sameRequest || redirects === mostRedirects) {
        throw new ResponseError(
          'redirect_refused',
          `The server redirects to ${target?.origin ?? 'an unknown place'}: check baseUrl`,
          { status: response.status, body: '' },
        )
      }
      url = target.href
    }
  }
}

/** Where the answer redirects to: null when that is hidden, undefined when it does not. */
function redirectTarget(response: Response, from: string): URL | null | undefined {
  if (response.ok) return undefined
  if (response.type === 'opaqueredirect') return null
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return URL.parse(response.headers.get('location') ?? 'about:blank', from)
}

import { ConnectionError } from './errors/connection-error.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import type { FetchFunction } from './fetch-function.ts'
import type { AttemptRequest, SendAttempt } from './middleware.ts'

/** What the innermost layer needs. */
export interface TransportOptions {
  readonly fetch: FetchFunction
  readonly apiKey: string
  readonly baseUrl: string
}

/** Decides about an answer that redirects; `send` asks for another address. */
export type HandleRedirect = (
  response: Response,
  request: AttemptRequest,
  send: SendAttempt,
) => Promise<Response>

/**
 * The innermost layer of an attempt: adds the key and sends. It sends to the origin of the base
 * address only, and never follows a redirect by itself, so that the key reaches no other host.
 */
export function createTransport(
  { fetch, apiKey, baseUrl }: TransportOptions,
  handleRedirect?: HandleRedirect,
): SendAttempt {
  const { origin } = new URL(baseUrl)
  const authorization = `Bearer ${apiKey}`

  async function send(request: AttemptRequest, handle?: HandleRedirect): Promise<Response> {
    const { url, method, body = null, signal } = request
    if (!url.startsWith(`${origin}/`)) {
      throw new DoorkitError('invalid_argument', `Middleware sent the request away from ${origin}`)
    }
    const headers = { authorization, ...request.headers }
    let response: Response
    try {
      response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    } catch (error) {
      throw signal.aborted ? signal.reason : new ConnectionError(error)
    }
    if (!handle || response.ok || response.status >= 400) return response
    return handle(response, request, (next) => send(next))
  }

  return (request) => send(request, handleRedirect)
}

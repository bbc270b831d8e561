import { ConnectionError } from './errors/connection-error.ts'
import { DoorkitError } from './errors/doorkit-error.ts'
import type { AttemptRequest, SendAttempt } from './middleware.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** Decides about an answer that redirects; `send` asks for another address. */
export type HandleRedirect = (
  response: Response,
  request: AttemptRequest,
  send: SendAttempt,
) => Promise<Response>

/**
 * The innermost layer of a client, below all middleware. It sends to the origin of the base address
 * only, so that the key reaches no other host.
 */
export function createClientTransport(
  options: TransportOptions & { readonly baseUrl: string },
  handleRedirect: HandleRedirect,
): SendAttempt {
  const { origin } = new URL(options.baseUrl)
  const send = createTransport(options)

  function sendFrom(request: AttemptRequest, redirected?: HandleRedirect): Promise<Response> {
    if (!request.url.startsWith(`${origin}/`)) {
      const message = `Middleware sent the request away from ${origin}`
      return Promise.reject(new DoorkitError('invalid_argument', message))
    }
    return send(request).then((response) => {
      if (!redirected || response.ok || response.status >= 400) return response
      return redirected(response, request, (next) => sendFrom(next))
    }, explainMismatch)
  }

  return (request) => sendFrom(request, handleRedirect)
}

/** A dispatcher misses a method: up to undici 6 an old one, from 8 on a new one; 7 takes both. */
function explainMismatch(error: unknown): never {
  const { cause } = Object(error)
  const messages = [cause, cause?.cause, cause?.cause?.cause].map((each) => Object(each).message)
  if (!messages.some((message) => /^invalid on\w+ method$/.test(message))) throw error
  throw new ConnectionError(cause, [
    'dispatcher_mismatch',
    `The dispatcher is of another undici than what sends (Node has ${globalThis.process?.versions.undici} built in): take both from one, or use undiciTransport of @doorkit/client/undici`,
  ])
}

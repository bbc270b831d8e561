import type { Dispatcher } from 'undici'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { acceptedEncodings } from './decode-content.ts'
import { Exchange } from './exchange.ts'

/**
 * Sends a request as `fetch` would with `redirect: 'manual'`.
 *
 * @throws DoorkitError `invalid_argument` for a body that is no text.
 */
export function sendRequest(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  init: RequestInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', body = null, signal } = init
    if (typeof body !== 'string' && body !== null) {
      throw new DoorkitError('invalid_argument', 'undiciTransport sends text only: pass a string')
    }
    signal?.throwIfAborted()
    const { origin, pathname, search } = new URL(url)
    const headers: Record<string, string> = {
      'accept-encoding': acceptedEncodings,
      ...plainHeaders(init.headers),
    }
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method,
      headers,
      body,
      // The client limits the time of every attempt and the silence of every stream itself.
      headersTimeout: 0,
      bodyTimeout: 0,
      // What a pipeline may send behind others, and others behind it: a write has a key that makes
      // it safe to repeat, and only a stream keeps its connection for long.
      idempotent: method === 'GET' || headers['idempotency-key'] !== undefined,
      blocking: headers.accept?.startsWith('text/event-stream') === true,
    }
    dispatcher.dispatch(request, new Exchange(url, signal ?? undefined, { resolve, reject }))
  })
}

function plainHeaders(headers: RequestInit['headers'] = {}): Record<string, string> {
  return headers instanceof Headers || Array.isArray(headers)
    ? Object.fromEntries(new Headers(headers))
    : (headers as Record<string, string>)
}

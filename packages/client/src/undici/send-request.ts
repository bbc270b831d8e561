import type { Dispatcher } from 'undici'
import { AnswerHandler } from './answer-handler.ts'
import { acceptedEncodings } from './decode-content.ts'

/** A request whose body is a text, or nothing. */
export interface TextRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal | undefined
}

/** Hands a request to a dispatcher, and what tells its answer. */
export type Dispatch = (request: Dispatcher.DispatchOptions, handler: AnswerHandler) => void

/** Sends a request as `fetch` would with `redirect: 'manual'`. */
export function sendRequest(
  dispatch: Dispatch,
  url: string,
  { method, body, signal, ...given }: TextRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const { origin, pathname, search } = new URL(url)
    const headers: Record<string, string> = {
      'accept-encoding': acceptedEncodings,
      ...given.headers,
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
      // A pipeline may send these behind others, and others behind them: a write has a key that makes
      // it safe to repeat, and only a stream keeps its connection for long.
      idempotent: method === 'GET' || headers['idempotency-key'] !== undefined,
      blocking: headers.accept?.startsWith('text/event-stream') === true,
    }
    dispatch(request, new AnswerHandler(url, signal, { resolve, reject }))
  })
}

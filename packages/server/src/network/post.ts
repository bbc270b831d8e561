import type { Dispatcher } from 'undici'

/** The answer of a server. */
export interface PostAnswer {
  readonly status: number
  /** The start of the body: all of it, or what came in time and below the limit. */
  readonly text: string
  readonly retryAfter: string | undefined
}

/** The limits of an answer. */
export interface PostLimits {
  /** For the whole exchange, the making of a connection included. */
  readonly timeoutMs: number
  /** Of the body; one that goes on is cut off. */
  readonly mostBytes: number
}

/** Where a request goes, and what it carries. */
export type PostRequest = Pick<
  Dispatcher.DispatchOptions,
  'origin' | 'path' | 'method' | 'headers' | 'body'
>

/**
 * Sends a request and reads the start of its answer, without the stream and the signal that
 * `request` of undici makes for each. Once the status has come it decides: an answer that breaks off
 * or does not end in time counts with what there is of it.
 *
 * @throws the error of the connection, or one with the code of undici's time limit when no status came in time.
 */
export function post(
  dispatcher: Dispatcher,
  request: PostRequest,
  { timeoutMs, mostBytes }: PostLimits,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    let connection: Dispatcher.DispatchController | undefined
    let status: number | undefined
    let retryAfter: string | undefined
    let isOver = false
    let length = 0
    const parts: Uint8Array[] = []

    function end(error?: unknown): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (status === undefined) {
        reject(error)
      } else {
        const text = length === 0 ? '' : Buffer.concat(parts).toString('utf8', 0, mostBytes)
        resolve({ status, text, retryAfter })
      }
    }

    function cut(reason: Error): void {
      end(reason)
      // Without a connection yet, the request ends when it would be sent.
      connection?.abort(reason)
    }

    const timer = setTimeout(() => cut(new NoAnswerError()), timeoutMs)
    timer.unref?.()
    dispatcher.dispatch(
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          connection = controller
          if (isOver) controller.abort(new NoAnswerError())
        },
        onResponseStart(_controller, code, headers) {
          if (code < 200) return
          status = code
          const value = headers['retry-after']
          retryAfter = Array.isArray(value) ? value[0] : value
        },
        onResponseData(_controller, chunk) {
          if (isOver) return
          parts.push(chunk)
          length += chunk.length
          if (length >= mostBytes) cut(new NoAnswerError())
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
}

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code = 'UND_ERR_CONNECT_TIMEOUT'
  constructor() {
    super('No answer came in time.')
  }
}

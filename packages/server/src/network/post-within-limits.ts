import type { Dispatcher } from 'undici'

export interface PostAnswer {
  readonly status: number
  /** The start of the body, as much as arrived in time and within the limit. */
  readonly text: string
  readonly retryAfter: string | undefined
}

export interface PostLimits {
  /** The time for the whole exchange, including the opening of a connection. */
  readonly timeoutMs: number
  /** The most bytes of the body that are read. */
  readonly mostBytes: number
}

export type PostRequest = Pick<
  Dispatcher.DispatchOptions,
  'origin' | 'path' | 'method' | 'headers' | 'body'
>

/**
 * Sends a request and reads the start of its answer. Unlike undici's `request`, it creates no stream and
 * no signal. Once the status has arrived, an answer that breaks off or is late still counts: `text` is
 * the part that has arrived.
 *
 * @throws the error of the connection, or an error with undici's code for a connect timeout if no status
 * arrives in time.
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
      // If the request has not started yet, `onRequestStart` aborts it.
      connection?.abort(reason)
    }

    const timer = setTimeout(() => cut(noAnswerInTime()), timeoutMs)
    timer.unref?.()
    dispatcher.dispatch(
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(controller) {
          connection = controller
          if (isOver) controller.abort(noAnswerInTime())
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
          if (length >= mostBytes) cut(new Error('The rest of the answer is not needed.'))
        },
        onResponseEnd: () => end(),
        onResponseError: (_controller, error) => end(error),
      },
    )
  })
}

function noAnswerInTime(): Error {
  return Object.assign(new Error('No answer came in time.'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
}

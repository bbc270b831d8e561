import { charactersPerWork, unreadMs } from '../../limits/bounds.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Answer } from '../../requests/http-answer.ts'
import { pieceLength } from '../../text/json-stream.ts'
import type { Exchange } from './exchange.ts'
import type { HttpRequest } from './http-request.ts'

/**
 * Waits for memory for an answer of about `bytes` bytes. Memory that the request has already reserved is
 * released first.
 */
export async function reserveMemory(exchange: Exchange, bytes: number): Promise<void> {
  const { services, request, requestPrincipal } = exchange
  exchange.answerBytes?.release()
  if (!requestPrincipal) return
  const { id } = requestPrincipal.workspace
  exchange.answerBytes = await services.answerMemory.reserve(id, bytes, () => request.signal())
}

/**
 * Returns a function that waits for the workspace's share of a tick. Call the returned function before
 * each piece of a long answer, because a piece is work too: it is written as JSON and sent.
 */
export function enterForPiece({
  services: { enterTick },
  requestPrincipal,
}: Exchange): (() => Promise<void> | undefined) | undefined {
  const workspace = requestPrincipal?.workspace.id
  if (workspace === undefined) return undefined
  return () => enterTick(workspace, pieceLength / charactersPerWork)
}

/**
 * Counts the memory of an answer until it is sent, and returns the answer to send. A stream is counted only
 * if memory is reserved for it. If the host cannot track the sending, only such streams are counted.
 */
export function countUntilSent(
  { services: { answerMemory }, request, requestPrincipal, answerBytes }: Exchange,
  answer: Answer,
): Answer {
  const { body } = answer
  const isStream = body instanceof ReadableStream
  const sending = request.sending?.()
  if (!requestPrincipal || (isStream && !answerBytes)) return answer
  if (!sending) {
    if (answerBytes && isStream) return { ...answer, body: onStreamEnd(body, answerBytes.release) }
    answerBytes?.release()
    return answer
  }
  if (answerBytes) {
    if (!isStream) answerBytes.resize(bytesOf(body))
    sending.onSent(answerBytes.release)
    return answer
  }
  const { id } = requestPrincipal.workspace
  const count = () => sending.onSent(answerMemory.count(id, bytesOf(body)).release)
  const isLong = typeof body === 'string' && body.length >= pieceLength
  // The connection accepts nearly every short answer immediately, so short answers are counted only if
  // they wait.
  if (isLong) count()
  else sending.onWaiting(count)
  return answer
}

function bytesOf(body: Answer['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : 0
}

export interface PaceOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
  /** Waits until the next piece may be made. Default: no wait. */
  readonly enter?: (() => Promise<void> | undefined) | undefined
  /** Called with a promise that resolves when the body ends, for any reason. */
  readonly track?: (ended: Promise<void>) => void
  /** Called with the error if a piece cannot be produced after the answer has begun. */
  readonly onError?: (error: unknown) => void
}

/**
 * Makes a body that is produced as the client reads it: each piece is produced once the client has read
 * the previous one. A short text is returned whole. The body fails if the client takes longer than 30
 * seconds to read a piece, or when the server closes.
 *
 * @throws an error of the first piece, because the answer has not begun yet.
 */
export async function pacedBody(
  text: Iterable<string> | AsyncIterable<string>,
  pacing: PaceOptions,
): Promise<string | ReadableStream<Uint8Array>> {
  const pieces = gather(text)
  const first = await pieces.next()
  if (first.done) return ''
  if (first.value.length < pieceLength) return first.value
  return pacedStream(pieces, pacing, first)
}

/**
 * A body whose next piece is made when the client has read the previous one.
 *
 * @param first - the first piece, if it has been made already.
 */
export function pacedStream(
  pieces: AsyncGenerator<string>,
  { clock, closing, enter, track, onError }: PaceOptions,
  first?: IteratorResult<string>,
): ReadableStream<Uint8Array> {
  let made = first
  const encoder = new TextEncoder()
  const ended = new AbortController()
  const onEnd = (run: () => void) => ended.signal.addEventListener('abort', run)
  const end = () => {
    ended.abort()
    // If a page of the store is being read, it is still read to its end.
    pieces.return(undefined).catch(() => {})
  }
  let stopWaiting = () => {}
  onEnd(() => stopWaiting())
  track?.(new Promise(onEnd))
  const giveUp = (controller: ReadableStreamDefaultController, reason: unknown) => {
    controller.error(reason)
    end()
  }
  const waitForClient = (controller: ReadableStreamDefaultController) => {
    stopWaiting = clock.after(unreadMs, () =>
      giveUp(controller, new Error('The client stopped reading its answer.')),
    )
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onClose = () => giveUp(controller, closing.reason)
        closing.addEventListener('abort', onClose)
        // The option `signal` cannot remove this listener reliably: if one target has many listeners
        // with signals, then Node, after a garbage collection, removes only the last of them. Each of
        // the others would keep its answer in memory.
        onEnd(() => closing.removeEventListener('abort', onClose))
        waitForClient(controller)
      },
      async pull(controller) {
        stopWaiting()
        let next: IteratorResult<string>
        try {
          await enter?.()
          next = made ?? (await pieces.next())
          made = undefined
        } catch (error) {
          onError?.(error)
          return giveUp(controller, error)
        }
        if (ended.signal.aborted) return
        if (!next.done) {
          controller.enqueue(encoder.encode(next.value))
          return waitForClient(controller)
        }
        controller.close()
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** Wraps a stream, and calls `ended` when it has ended, has failed or has been canceled. */
export function onStreamEnd(
  body: ReadableStream<Uint8Array>,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void reader.closed.catch((error) => controller.error(error)).then(ended)
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Cuts a long text into pieces, which are sent as the client reads them. So a client that reads nothing
 * keeps the text in memory for at most 30 seconds. The answer still has a `Content-Length`.
 */
export async function pacedAnswer(
  answer: Answer,
  { clock, closing, enter }: Pick<PaceOptions, 'clock' | 'closing' | 'enter'>,
): Promise<Answer> {
  const { body, headers } = answer
  if (typeof body !== 'string' || body.length < pieceLength) return answer
  return {
    ...answer,
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    body: await pacedBody([body], { clock, closing, enter }),
  }
}

/** The end of the piece that begins at `from`. It splits no character. */
function endOfPiece(text: string, from: number): number {
  const last = text.charCodeAt(from + pieceLength - 1)
  return from + pieceLength + (last >= 0xd800 && last < 0xdc00 ? 1 : 0)
}

/**
 * Joins short pieces and splits long ones, so that all pieces except the last have nearly the same length.
 */
async function* gather(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let gathered = ''
  for await (const piece of text) {
    gathered += piece
    let from = 0
    while (gathered.length - from >= pieceLength) {
      const to = endOfPiece(gathered, from)
      yield gathered.slice(from, to)
      from = to
    }
    gathered = gathered.slice(from)
  }
  if (gathered !== '') yield gathered
}

/**
 * Breaks off an answer if, 30 seconds after all of it was written, part of it still waits for the client.
 * `pacedBody` has the same limit for each piece.
 */
export function limitWaiting(
  request: Pick<HttpRequest, 'sending'>,
  { after }: Pick<Clock, 'after'>,
): void {
  const sending = request.sending?.()
  sending?.onWaiting(() => sending.onSent(after(unreadMs, sending.breakOff)))
}

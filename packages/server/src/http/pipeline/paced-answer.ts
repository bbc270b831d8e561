import type { Answer } from '../../kit/answer.ts'
import { untakenMs } from '../../kit/bounds.ts'
import type { Clock } from '../../ports/clock.ts'
import { pieceLength } from '../../text/json-stream.ts'

/** The options of a paced body. */
export interface PaceOptions {
  readonly clock: Pick<Clock, 'after'>
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
  /** Called with a promise of the body's end, however it ends. */
  readonly track?: (ended: Promise<void>) => void
  /** Called with what went wrong after the answer had begun. */
  readonly onError?: (error: unknown) => void
}

/**
 * The body of an answer, made as it is taken: the next piece is read when the client has taken the
 * one before. A short text comes whole. A client that takes nothing for 30 seconds is given up, and
 * so is every client when the server closes.
 *
 * @throws what the first piece throws: the answer has not begun then.
 */
export async function pacedBody(
  text: AsyncIterable<string>,
  pacing: PaceOptions,
): Promise<string | ReadableStream<Uint8Array>> {
  const pieces = gather(text)
  const first = await pieces.next()
  if (first.done) return ''
  if (first.value.length < pieceLength) return first.value
  return pacedStream(pieces, pacing, first)
}

/**
 * A body of which the next piece is made once the one before was taken.
 *
 * @param first - the first piece, where it was made already.
 */
export function pacedStream(
  pieces: AsyncGenerator<string>,
  { clock, closing, track, onError }: PaceOptions,
  first?: IteratorResult<string>,
): ReadableStream<Uint8Array> {
  let made = first
  const encoder = new TextEncoder()
  const ended = new AbortController()
  const whenEnded = (run: () => void) => ended.signal.addEventListener('abort', run)
  const end = () => {
    ended.abort()
    // Where a page is being read, the reading ends with it.
    pieces.return(undefined).catch(() => {})
  }
  let stopWaiting = () => {}
  whenEnded(() => stopWaiting())
  track?.(new Promise(whenEnded))
  const giveUp = (controller: ReadableStreamDefaultController, reason: unknown) => {
    controller.error(reason)
    end()
  }
  const waitForTaker = (controller: ReadableStreamDefaultController) => {
    stopWaiting = clock.after(untakenMs, () =>
      giveUp(controller, new Error('The client stopped reading its answer.')),
    )
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onClose = () => giveUp(controller, closing.reason)
        closing.addEventListener('abort', onClose, { signal: ended.signal })
        waitForTaker(controller)
      },
      async pull(controller) {
        stopWaiting()
        let next: IteratorResult<string>
        try {
          next = made ?? (await pieces.next())
          made = undefined
        } catch (error) {
          onError?.(error)
          return giveUp(controller, error)
        }
        if (ended.signal.aborted) return
        if (!next.done) {
          controller.enqueue(encoder.encode(next.value))
          return waitForTaker(controller)
        }
        controller.close()
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/**
 * An answer whose text, where it is long, is sent as it is taken: the memory that it takes is not
 * left to a client that takes nothing. It says its length as before.
 */
export async function pacedAnswer(
  answer: Answer,
  { clock, closing }: Pick<PaceOptions, 'clock' | 'closing'>,
): Promise<Answer> {
  const { body, headers } = answer
  if (typeof body !== 'string' || body.length < pieceLength) return answer
  return {
    ...answer,
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    body: await pacedBody(piecesOf(body), { clock, closing }),
  }
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    yield text.slice(from, to)
    from = to
  }
}

/** Where a piece of a text ends that begins there: no character is halved. */
function endOfPiece(text: string, from: number): number {
  const last = text.charCodeAt(from + pieceLength - 1)
  return from + pieceLength + (last >= 0xd800 && last < 0xdc00 ? 1 : 0)
}

/** Joins small pieces and cuts long ones. All but the last are as long as what is sent at a time. */
async function* gather(text: AsyncIterable<string>): AsyncGenerator<string> {
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

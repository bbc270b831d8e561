import { untakenMs } from '../kit/bounds.ts'
import type { Clock } from '../ports/clock.ts'

/** Bytes that wait for the reader before the writer does. */
const waitingBytes = 65_536

/**
 * Makes a stream whose text is written at the speed of whoever reads it. A reader who takes
 * nothing for 30 seconds loses the stream, which fails.
 *
 * @param onGone - called when the reader has gone.
 */
export function createAnswerSink(clock: Clock, onGone: () => void) {
  const encoder = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  let onRead = () => {}
  const leave = () => {
    if (!stream) return
    stream = undefined
    onRead()
    onGone()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull: () => onRead(),
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
  )
  let cancelTimer = () => {}
  /** Waits until the reader has left room for so many bytes. */
  const room = (bytes: number) =>
    new Promise<void>((resolve) => {
      const giveUp = () => {
        stream?.error(new Error('The reader of this stream has gone.'))
        leave()
      }
      onRead = () => {
        cancelTimer()
        if (stream && (stream.desiredSize ?? 0) < bytes) {
          cancelTimer = clock.after(untakenMs, giveUp)
        } else {
          onRead = () => {}
          resolve()
        }
      }
      onRead()
    })
  return {
    body,
    /** Resolves when there is room for more, or the reader has gone: then text is dropped. */
    async write(text: string): Promise<void> {
      stream?.enqueue(encoder.encode(text))
      await room(1)
    },
    /** Closes the stream once all of it was read. */
    async end(): Promise<void> {
      await room(waitingBytes)
      stream?.close()
      stream = undefined
    },
  }
}

import { unreadMs } from '../limits/bounds.ts'
import type { Clock } from '../ports/clock.ts'

/** How many bytes may wait for the reader before writes wait, too. */
const waitingBytes = 65_536

/**
 * Makes a stream that is written no faster than it is read. It fails if it is full and nothing is read for 30
 * seconds.
 *
 * @param onGone - called when the reader cancels or the stream fails.
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
  /** Waits until the stream has room for this many bytes. */
  const room = (bytes: number) =>
    new Promise<void>((resolve) => {
      const giveUp = () => {
        stream?.error(new Error('The reader of this stream has gone.'))
        leave()
      }
      onRead = () => {
        cancelTimer()
        if (stream && (stream.desiredSize ?? 0) < bytes) {
          cancelTimer = clock.after(unreadMs, giveUp)
        } else {
          onRead = () => {}
          resolve()
        }
      }
      onRead()
    })
  return {
    body,
    /** Resolves when there is room for more. Drops the text if the reader has gone. */
    async write(text: string): Promise<void> {
      stream?.enqueue(encoder.encode(text))
      await room(1)
    },
    /** Closes the stream once it is read to the end. */
    async end(): Promise<void> {
      await room(waitingBytes)
      stream?.close()
      stream = undefined
    },
  }
}

import { mostUnreadEventBytes } from '../limits/bounds.ts'
import { EventStream } from './http-answer.ts'

const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }
const encoder = new TextEncoder()

/** A stream of events that a page keeps open. */
export type PageStream = ReturnType<typeof openPageStream>

/** Opens a stream. Text waits until the page reads it. `write` has no limit, so check `isFull`. */
export function openPageStream(page: { readonly pull?: () => void; readonly cancel: () => void }) {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>(
    {
      ...page,
      start(stream) {
        controller = stream
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostUnreadEventBytes }),
  )
  return {
    answer: new EventStream(body, headers),
    write: (text: string) => controller.enqueue(encoder.encode(text)),
    /** Whether the bytes that the page has not read have reached their limit. */
    isFull: () => (controller.desiredSize ?? 0) <= 0,
    end: () => controller.close(),
    fail: (error: Error) => controller.error(error),
  }
}

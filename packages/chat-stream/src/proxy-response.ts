import type { ChatChunk } from './chat-chunk.ts'
import type { ChatOutcome } from './chat-outcome.ts'
import type { ChatReading } from './chat-reading.ts'
import { CHAT_STREAM_DONE, CHAT_STREAM_HEADERS, encodeChatChunk } from './encode-chat-chunk.ts'

/** Options of {@link ChatStream.toResponse} and {@link ChatStream.pipeTo}. */
export interface ProxyResponseOptions {
  /** Headers to add to those of a chat stream. Default: none. */
  headers?: Record<string, string> | undefined
  /** The text that the browser gets, as an `error` chunk, when the answer breaks off. Default: a plain sentence. */
  errorText?: string | undefined
  /** Which chunks the browser gets: those for which this is true. Default: all of them. */
  filter?: ((chunk: ChatChunk) => boolean) | undefined
}

const HEARTBEAT = ': keep-alive\n\n'

/** The last events for an ending: without one, a browser would take a broken answer for a whole one. */
function encodeEnding(outcome: ChatOutcome, errorText: string): string {
  if (outcome.type === 'aborted')
    return (outcome.by === 'server' ? '' : encodeChatChunk({ type: 'abort' })) + CHAT_STREAM_DONE
  const isReported = ['complete', 'finished-without-done', 'error'].includes(outcome.type)
  return (isReported ? '' : encodeChatChunk({ type: 'error', errorText })) + CHAT_STREAM_DONE
}

/**
 * Passes a stream on to a browser, chunk by chunk and no faster than it takes them. A browser that goes
 * away closes the body. When there is no stream to pass on, the response is a 502.
 */
export function toProxyResponse(
  reading: ChatReading,
  options: ProxyResponseOptions = {},
): Response {
  const { headers = {}, errorText = 'The answer broke off before its end.', filter } = options
  if (!reading.isStream) return new Response(errorText, { status: 502, headers })
  const encoder = new TextEncoder()
  const passOn = (chunks: ChatChunk[]) => {
    try {
      return filter ? chunks.filter(filter) : chunks
    } catch (error) {
      reading.cancel(error)
      throw error
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let chunks = reading.take()
        if (chunks.length === 0) {
          await reading.more()
          chunks = reading.take()
        }
        const { outcome } = reading
        const events = passOn(chunks).map(encodeChatChunk).join('')
        const ending = outcome ? encodeEnding(outcome, errorText) : ''
        controller.enqueue(encoder.encode(events + ending || HEARTBEAT))
        if (outcome) controller.close()
      },
      cancel: (reason) => reading.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { ...headers, ...CHAT_STREAM_HEADERS } })
}

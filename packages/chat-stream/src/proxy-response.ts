import type { ChatChunk } from './chat-chunk.ts'
import type { ChatReader } from './chat-reader.ts'
import type { ChatOutcome } from './chat-stream-error.ts'
import { CHAT_STREAM_DONE, CHAT_STREAM_HEADERS, encodeChatChunk } from './encode-chat-chunk.ts'

/** Options of {@link ChatStream.toResponse} and {@link ChatStream.pipeTo}. */
export interface ProxyResponseOptions {
  /** Headers to add to those of a chat stream, or of the 502. Default: none. */
  headers?: Record<string, string> | undefined
  /**
   * The text of the `error` chunk that the browser gets if the answer breaks off, and of the 502 that it
   * gets if the answer is not a stream. Default: a plain sentence.
   */
  errorText?: string | undefined
  /** Decides which chunks the browser gets. Default: all. */
  filter?: ((chunk: ChatChunk) => boolean) | undefined
}

const HEARTBEAT = ': keep-alive\n\n'

/** Writes the last events. Without them, a browser would mistake a broken answer for a complete one. */
function encodeEnding(outcome: ChatOutcome, errorText: string): string {
  if (outcome.type === 'aborted')
    return (outcome.by === 'server' ? '' : encodeChatChunk({ type: 'abort' })) + CHAT_STREAM_DONE
  const needsNoError = ['complete', 'finished-without-done', 'error'].includes(outcome.type)
  return (needsNoError ? '' : encodeChatChunk({ type: 'error', errorText })) + CHAT_STREAM_DONE
}

/**
 * Passes a stream on to a browser, chunk by chunk, with backpressure. If the browser disconnects, the
 * body is closed. If the answer is not a stream, the response is a 502.
 */
export function toProxyResponse(reader: ChatReader, options: ProxyResponseOptions = {}): Response {
  const { headers = {}, errorText = 'The answer broke off.', filter } = options
  if (!reader.isStream) return new Response(errorText, { status: 502, headers })
  const encoder = new TextEncoder()
  const passOn = (chunks: ChatChunk[]) => {
    try {
      return filter ? chunks.filter(filter) : chunks
    } catch (error) {
      reader.cancel(error)
      throw error
    }
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let chunks = reader.take()
        if (chunks.length === 0) {
          await reader.more()
          chunks = reader.take()
        }
        const { outcome } = reader
        const events = passOn(chunks).map(encodeChatChunk).join('')
        const ending = outcome ? encodeEnding(outcome, errorText) : ''
        controller.enqueue(encoder.encode(events + ending || HEARTBEAT))
        if (outcome) controller.close()
      },
      cancel: reader.cancel,
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { ...headers, ...CHAT_STREAM_HEADERS } })
}

import { FINISH_REASONS, type KnownChatChunk } from './chat-chunk.ts'
import { ChatStreamError } from './chat-stream-error.ts'
import type { ChatStream } from './read-chat-stream.ts'
import { toEncoding } from './tool-part.ts'

type Finish = Extract<KnownChatChunk, { type: 'finish' }>
type ToolInputStart = Extract<KnownChatChunk, { type: 'tool-input-start' }>

/** A chunk of AI SDK 7, whose enumerations are closed. */
export type TransportChunk =
  | Exclude<KnownChatChunk, Finish | ToolInputStart>
  | (Omit<Finish, 'finishReason'> & { finishReason?: (typeof FINISH_REASONS)[number] })
  | (Omit<ToolInputStart, 'inputEncoding'> & { inputEncoding?: 'json' | 'text' })

function toTransportChunk(chunk: KnownChatChunk): TransportChunk {
  if (chunk.type === 'finish') {
    const { finishReason, ...rest } = chunk
    if (finishReason === undefined) return rest
    const knownReason = FINISH_REASONS.find((reason) => reason === finishReason)
    return { ...rest, finishReason: knownReason ?? 'other' }
  }
  if (chunk.type === 'tool-input-start') {
    const { inputEncoding, ...rest } = chunk
    const encoding = toEncoding(inputEncoding)
    return encoding ? { ...rest, inputEncoding: encoding } : rest
  }
  return chunk
}

const isReportedByServer = (error: unknown): boolean => {
  const ending = error instanceof ChatStreamError ? error.outcome : undefined
  return ending?.type === 'error' || (ending?.type === 'aborted' && ending.by === 'server')
}

/** Creates the error for `useChat`, which takes a TypeError with the word "network" for a disconnect. */
function toTransportError(error: unknown): unknown {
  if (!(error instanceof ChatStreamError)) return error
  const { outcome } = error
  if (outcome?.type === 'aborted') return outcome.reason
  if (outcome && ['truncated', 'stalled', 'connection-lost'].includes(outcome.type))
    return new TypeError(`The network failed. ${error.message}`, { cause: error })
  return error
}

/** The chunks of a stream for `useChat`, without chunks that `useChat` does not know. */
export function toChunkStream(chat: ChatStream): ReadableStream<TransportChunk> {
  const chunks = chat[Symbol.asyncIterator]()

  const nextKnown = async () => {
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return undefined
      if (value.type !== 'unknown') return value
    }
  }

  return new ReadableStream<TransportChunk>({
    async pull(controller) {
      try {
        const chunk = await nextKnown()
        if (chunk) controller.enqueue(toTransportChunk(chunk))
        else controller.close()
      } catch (error) {
        // The chunk that reports the error or the abort has been sent already.
        if (isReportedByServer(error)) controller.close()
        else controller.error(toTransportError(error))
      }
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

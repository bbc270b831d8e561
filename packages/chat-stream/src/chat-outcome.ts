import type { ChatMessage } from './chat-message.ts'
import type { ChatStreamError } from './chat-stream-error.ts'

/** How a stream ended, apart from what it brought: switch on `type`. */
export type ChatEnding =
  /** The server said `[DONE]`. */
  | { type: 'complete' }
  /** The server finished the answer, and then nothing usable came, not even `[DONE]`. */
  | { type: 'finished-without-done' }
  /** The stream ended in the middle of the answer. */
  | { type: 'truncated' }
  /** No byte came for `idleTimeout` milliseconds. */
  | { type: 'stalled'; idleTimeout: number }
  /** Given up by the caller's signal, by the reader who stopped early, or by the server. */
  | { type: 'aborted'; by: 'signal' | 'reader' | 'server'; reason: unknown }
  /** The server reported an error; whatever else it sent was read too. The text is that of the first one. */
  | { type: 'error'; errorText: string }
  /** Reading failed with `cause`. */
  | { type: 'connection-lost'; cause: unknown }
  /** The answer was not an event stream; `body` is the beginning of its text. */
  | { type: 'not-a-stream'; status: number; contentType: string; body: string }
  /** One event, or all bytes together, passed the limit. */
  | { type: 'too-large'; limit: 'event' | 'total'; maxBytes: number }

/** The name of an ending. */
export type ChatOutcomeType = ChatEnding['type']

/** The result of a stream, however it ended. */
export interface ChatReceipt {
  /** The message as far as it came. */
  message: ChatMessage
  /** The text of the message. */
  text: string
  /** Why the model stopped, if the server said so. */
  finishReason: string | undefined
  /** How many chunks came. */
  chunkCount: number
  /** How many bytes came, after decompression. */
  byteCount: number
  /** The first 100 problems, of chunks that were skipped. */
  problems: readonly ChatStreamError[]
  /** How many problems there were. */
  problemCount: number
}

/** How a stream ended, with everything it brought. */
export type ChatOutcome = ChatEnding & ChatReceipt

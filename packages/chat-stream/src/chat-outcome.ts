import type { ChatMessage } from './chat-message.ts'
import type { ChatStreamError } from './chat-stream-error.ts'

/** How a stream ended, without its content: switch on `type`. */
export type ChatEnding =
  /** The server sent `[DONE]`. */
  | { type: 'complete' }
  /** The server finished the answer, but did not send `[DONE]`. */
  | { type: 'finished-without-done' }
  /** The stream ended inside the answer. */
  | { type: 'truncated' }
  /** No byte arrived for `idleTimeout` milliseconds. */
  | { type: 'stalled'; idleTimeout: number }
  /** Aborted by the caller's signal, by a reader that stopped early, or by the server. */
  | { type: 'aborted'; by: 'signal' | 'reader' | 'server'; reason: unknown }
  /**
   * The server reported an error. The text belongs to the first error; the stream was read to its end.
   */
  | { type: 'error'; errorText: string }
  /** Reading failed with `cause`. */
  | { type: 'connection-lost'; cause: unknown }
  /** The answer was not an event stream; `body` is the start of its text. */
  | { type: 'not-a-stream'; status: number; contentType: string; body: string }
  /** One event, or the whole stream, exceeded its limit. */
  | { type: 'too-large'; limit: 'event' | 'total'; maxBytes: number }

/** The name of an ending. */
export type ChatOutcomeType = ChatEnding['type']

/** The result of a stream, however it ended. */
export interface ChatReceipt {
  /** The message as far as it was received. */
  message: ChatMessage
  /** The text of the message. */
  text: string
  /** Why the model stopped, if the server said it. */
  finishReason: string | undefined
  /** How many chunks were received. */
  chunkCount: number
  /** How many bytes were received, after decompression. Of a stream of strings: their length. */
  byteCount: number
  /** The first 100 problems with chunks. */
  problems: readonly ChatStreamError[]
  /** How many problems there were. */
  problemCount: number
}

/** How a stream ended, with everything received. */
export type ChatOutcome = ChatEnding & ChatReceipt

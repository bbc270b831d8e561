import type { ChatChunk } from './chat-chunk.ts'
import type { ChatMessage } from './chat-message.ts'
import type { ChatStreamError } from './chat-stream-error.ts'
import { createMessageState } from './message-state.ts'

/** Options of {@link createMessageReducer}. */
export interface MessageReducerOptions {
  /** An assistant message to go on with, as after the approval of a tool. It is not changed. Default: a new message. */
  message?: ChatMessage | undefined
  /** Called with a chunk that refers to nothing before it. Default: it is passed over. */
  onProblem?: ((problem: ChatStreamError) => void) | undefined
}

/** Puts a message together from chunks. */
export interface MessageReducer {
  /**
   * Takes the next chunk and returns the message after it: the same object when the chunk changed
   * nothing, else a new one that shares every part that did not change.
   */
  push: (chunk: ChatChunk) => ChatMessage
  /** The message after the last chunk. */
  readonly message: ChatMessage
}

/**
 * Creates a reducer from chunks to the message they add up to, in the shape of the AI SDK's `UIMessage`.
 * A chunk costs what it changes: the list of parts and the value of a partial tool input are put together
 * when they are first read.
 */
export function createMessageReducer(options: MessageReducerOptions = {}): MessageReducer {
  const state = createMessageState(options.message, options.onProblem)
  const reducer = {
    message: state.message(),
    push(chunk: ChatChunk) {
      state.apply(chunk)
      reducer.message = state.message()
      return reducer.message
    },
  }
  return reducer
}

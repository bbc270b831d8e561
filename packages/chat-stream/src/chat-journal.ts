import type { ChatChunk } from './chat-chunk.ts'
import type { ChatMessage } from './chat-message.ts'
import type { ChatEnding, ChatReceipt } from './chat-outcome.ts'
import { createChatParser } from './chat-parser.ts'
import type { ChatStreamError } from './chat-stream-error.ts'
import { createMessageState } from './message-state.ts'

const KEPT_PROBLEMS = 100

/** Everything a stream brought so far. */
export interface ChatJournal {
  push: (input: Uint8Array | string) => void
  /** The input is over: reads what is left in the parser. */
  end: () => void
  /** The chunks since the last call. */
  take: () => ChatChunk[]
  message: () => ChatMessage
  byteCount: () => number
  receipt: () => ChatReceipt
  /** True once the parser takes no more: `[DONE]` or an event past the limit came. */
  isClosed: () => boolean
  /** True once the server said how the answer ends: finished, with an error or given up. */
  isConcluded: () => boolean
  /** What the stream itself says about its end. */
  ending: () => ChatEnding
}

/** Creates a journal that parses input and puts the message together. */
export function createChatJournal(maxEventBytes: number): ChatJournal {
  const problems: ChatStreamError[] = []
  let problemCount = 0
  let chunkCount = 0
  let byteCount = 0
  let queue: ChatChunk[] = []
  let finish: Extract<ChatChunk, { type: 'finish' }> | undefined
  let told: ChatEnding | undefined

  const onProblem = (problem: ChatStreamError) => {
    problemCount += 1
    if (problems.length < KEPT_PROBLEMS) problems.push(problem)
  }
  const state = createMessageState(undefined, onProblem)
  const parser = createChatParser({
    maxEventBytes,
    onProblem,
    onChunk(chunk) {
      chunkCount += 1
      queue.push(chunk)
      state.apply(chunk)
      if (chunk.type === 'finish') finish = chunk
      else if (chunk.type === 'abort')
        told ??= { type: 'aborted', by: 'server', reason: chunk.reason }
      else if (chunk.type === 'error') told ??= { type: 'error', errorText: chunk.errorText }
    },
  })

  return {
    push(input) {
      byteCount += input.length
      parser.push(input)
    },
    end: parser.end,
    take() {
      const taken = queue
      queue = []
      return taken
    },
    message: state.message,
    byteCount: () => byteCount,
    receipt() {
      const message = state.message()
      const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      const finishReason = finish?.finishReason
      return { message, text, finishReason, chunkCount, byteCount, problems, problemCount }
    },
    isClosed: () => parser.state === 'done' || parser.state === 'too-large',
    isConcluded: () => (finish ?? told) !== undefined,
    ending() {
      if (parser.state === 'too-large')
        return { type: 'too-large', limit: 'event', maxBytes: maxEventBytes }
      if (told) return told
      if (parser.state === 'done') return { type: 'complete' }
      return { type: finish ? 'finished-without-done' : 'truncated' }
    },
  }
}

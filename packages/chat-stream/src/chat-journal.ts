import type { ChatChunk } from './chat-chunk.ts'
import type { ChatMessage } from './chat-message.ts'
import { createChatParser } from './chat-parser.ts'
import type { ChatEnding, ChatReceipt, ChatStreamError } from './chat-stream-error.ts'
import { createMessageState } from './message-reducer.ts'

const MAX_PROBLEMS = 100

/** The received chunks of a stream, with their message and their counts. */
export interface ChatJournal {
  /** Adds the next input. Returns the ending if this input ends the stream. */
  push: (input: Uint8Array | string) => ChatEnding | undefined
  /** Ends the input. Returns the ending that the events show; undefined if they show none. */
  end: () => ChatEnding | undefined
  /** Returns the chunks received since the last call. */
  take: () => ChatChunk[]
  message: () => ChatMessage
  receipt: () => ChatReceipt
}

/** Creates a journal that parses input and assembles the message. */
export function createChatJournal(maxEventBytes: number, maxTotalBytes: number): ChatJournal {
  const problems: ChatStreamError[] = []
  let problemCount = 0
  let chunkCount = 0
  let byteCount = 0
  let queue: ChatChunk[] = []
  let finishChunk: Extract<ChatChunk, { type: 'finish' }> | undefined
  let reportedEnding: ChatEnding | undefined

  const onProblem = (problem: ChatStreamError) => {
    problemCount += 1
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  const state = createMessageState(undefined, onProblem)
  const parser = createChatParser({
    maxEventBytes,
    onProblem,
    onChunk(chunk) {
      chunkCount += 1
      queue.push(chunk)
      state.apply(chunk)
      if (chunk.type === 'finish') finishChunk = chunk
      else if (chunk.type === 'abort')
        reportedEnding ??= { type: 'aborted', by: 'server', reason: chunk.reason }
      else if (chunk.type === 'error')
        reportedEnding ??= { type: 'error', errorText: chunk.errorText }
    },
  })

  const ending = (): ChatEnding | undefined => {
    if (parser.state === 'too-large')
      return { type: 'too-large', limit: 'event', maxBytes: maxEventBytes }
    if (reportedEnding) return reportedEnding
    if (parser.state === 'done') return { type: 'complete' }
    return finishChunk && { type: 'finished-without-done' }
  }

  return {
    push(input) {
      byteCount += input.length
      parser.push(input)
      if (parser.state !== 'open') return ending()
      if (byteCount > maxTotalBytes)
        return { type: 'too-large', limit: 'total', maxBytes: maxTotalBytes }
      return undefined
    },
    end() {
      parser.end()
      return ending()
    },
    take() {
      const chunks = queue
      queue = []
      return chunks
    },
    message: state.message,
    receipt() {
      const message = state.message()
      const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      const finishReason = finishChunk?.finishReason
      return { message, text, finishReason, chunkCount, byteCount, problems, problemCount }
    },
  }
}

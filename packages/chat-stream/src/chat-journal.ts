import type { ChatChunk } from './chat-chunk.ts'
import { createChatParser } from './chat-parser.ts'
import type { ChatEnding, ChatReceipt, ChatStreamError } from './chat-stream-error.ts'
import { createMessageState } from './message-reducer.ts'

const MAX_PROBLEMS = 100

/** Creates a journal of a stream: it parses the input, counts it and assembles the message. */
export function createChatJournal(maxEventBytes: number, maxTotalBytes: number) {
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
    /** Adds the next input. Returns the ending if this input ends the stream. */
    push(input: Uint8Array | string): ChatEnding | undefined {
      byteCount += input.length
      parser.push(input)
      if (parser.state !== 'open') return ending()
      if (byteCount > maxTotalBytes)
        return { type: 'too-large', limit: 'total', maxBytes: maxTotalBytes }
      return undefined
    },
    /** Ends the input. Returns the ending that the events show; undefined if they show none. */
    end() {
      parser.end()
      return ending()
    },
    /** Returns the chunks received since the last call. */
    take() {
      const chunks = queue
      queue = []
      return chunks
    },
    message: state.message,
    receipt(): ChatReceipt {
      const message = state.message()
      const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      const finishReason = finishChunk?.finishReason
      return { message, text, finishReason, chunkCount, byteCount, problems, problemCount }
    },
  }
}

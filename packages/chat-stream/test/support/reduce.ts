import {
  type ChatChunk,
  type ChatMessage,
  createMessageReducer,
  type KnownChatChunk,
} from '../../src/index.ts'

/** The message that chunks make, and the codes of their problems. */
export function reduce(chunks: readonly ChatChunk[], message?: ChatMessage) {
  const codes: string[] = []
  const reducer = createMessageReducer({ message, onProblem: ({ code }) => codes.push(code) })
  for (const chunk of chunks) reducer.push(chunk)
  return { message: reducer.message, codes }
}

/** The chunks of a block of text. */
export function textChunks(id: string, ...deltas: string[]): KnownChatChunk[] {
  return [
    { type: 'text-start', id },
    ...deltas.map((delta) => ({ type: 'text-delta', id, delta }) as const),
    { type: 'text-end', id },
  ]
}

/** The first chunk of a tool call whose input streams. */
export const inputStart: KnownChatChunk = {
  type: 'tool-input-start',
  toolCallId: 'c1',
  toolName: 'search',
}

/** A piece of the input of that call. */
export const inputDelta = (inputTextDelta: string): KnownChatChunk => ({
  type: 'tool-input-delta',
  toolCallId: 'c1',
  inputTextDelta,
})

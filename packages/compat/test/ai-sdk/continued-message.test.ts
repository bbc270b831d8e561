import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import type { ChatChunk, ChatMessage, KnownChatChunk } from '../../../chat-stream/src/index.ts'
import { createMessageReducer } from '../../../chat-stream/src/index.ts'

const reduce = (chunks: readonly ChatChunk[], message?: ChatMessage) => {
  const reducer = createMessageReducer({ message })
  for (const chunk of chunks) reducer.push(chunk)
  return reducer.message
}

test('a given message is continued as the AI SDK continues it', async () => {
  const given = reduce([
    { type: 'start', messageId: 'm1', messageMetadata: { a: 1 } },
    { type: 'data-x', id: 'd', data: 1 },
    { type: 'start-step' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'pay', input: {} },
    { type: 'tool-approval-request', toolCallId: 'c1', approvalId: 'a1' },
    { type: 'tool-input-start', toolCallId: 'c2', toolName: 'search' },
    { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: '{"q":"a' },
  ])
  const copy = structuredClone(given)
  const rest: KnownChatChunk[] = [
    { type: 'start', messageId: 'm1', messageMetadata: { b: 2 } },
    { type: 'tool-approval-response', approvalId: 'a1', approved: true },
    { type: 'tool-output-available', toolCallId: 'c1', output: 'paid' },
    { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: 'b"' },
    { type: 'data-x', id: 'd', data: 2 },
    { type: 'message-metadata', messageMetadata: { c: 3 } },
  ]
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of rest) controller.enqueue(chunk as UIMessageChunk)
      controller.close()
    },
  })
  let theirs: unknown
  for await (const next of readUIMessageStream({ message: structuredClone(copy), stream }))
    theirs = next
  expect(reduce(rest, copy)).toEqual(theirs)
})

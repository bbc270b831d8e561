import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import type { ChatChunk, ChatMessage } from '../../../chat-stream/src/index.ts'
import { createMessageReducer } from '../../../chat-stream/src/index.ts'
import { firstChunks, laterChunks } from '../../../chat-stream/test/support/continued-message.ts'

const reduce = (chunks: readonly ChatChunk[], message?: ChatMessage) => {
  const reducer = createMessageReducer({ message })
  for (const chunk of chunks) reducer.push(chunk)
  return reducer.message
}

test('the reducer continues a given message like the AI SDK', async () => {
  const given = reduce(firstChunks)
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of laterChunks) controller.enqueue(chunk as UIMessageChunk)
      controller.close()
    },
  })
  let expected: unknown
  for await (const next of readUIMessageStream({ message: structuredClone(given), stream }))
    expected = next
  expect(reduce(laterChunks, given)).toEqual(expected)
})

import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage, KnownChatChunk } from '../../../chat-stream/src/index.ts'
import { createMessageReducer } from '../../../chat-stream/src/index.ts'
import { conversations } from './conversations.ts'

/** Reads the chunks with the AI SDK, which fails if a chunk refers to an unknown part. */
async function readByAiSdk(chunks: readonly KnownChatChunk[]): Promise<UIMessage | undefined> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of structuredClone(chunks)) controller.enqueue(chunk as UIMessageChunk)
      controller.close()
    },
  })
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, terminateOnError: true }))
    last = message
  return last
}

function reduce(chunks: readonly KnownChatChunk[]): ChatMessage {
  const reducer = createMessageReducer({
    onProblem: (problem) => {
      throw problem
    },
  })
  for (const chunk of chunks) reducer.push(chunk)
  return reducer.message
}

const numRuns = 1_000

test(`the message is the same as in the AI SDK for ${numRuns} conversations`, async () => {
  const used = new Set<string>()
  let parts = 0
  await fc.assert(
    fc.asyncProperty(conversations, async (chunks) => {
      for (const { type } of chunks) used.add(type)
      const message = reduce(chunks)
      parts += message.parts.length
      expect(message).toEqual(await readByAiSdk(chunks))
    }),
    { numRuns },
  )
  expect(parts).toBeGreaterThan(5 * numRuns)
  // All chunks except `abort` and `error`, which change no message. `data-a` and `data-b` count as two.
  expect(used.size).toBe(29)
})

test('every snapshot is the same as in the AI SDK', async () => {
  // The AI SDK does not write a snapshot for every chunk, but it writes one for this chunk.
  const probe: KnownChatChunk = { type: 'message-metadata', messageMetadata: { probe: true } }
  let snapshots = 0
  await fc.assert(
    fc.asyncProperty(conversations, async (chunks) => {
      const messages: ChatMessage[] = []
      const reducer = createMessageReducer()
      for (const chunk of chunks) messages.push(reducer.push(chunk))
      // The snapshots are compared at the end, so a snapshot that a later chunk has changed fails.
      for (const [index, message] of [...messages.entries()].reverse()) {
        const theirs = await readByAiSdk([...chunks.slice(0, index + 1), probe])
        expect({ ...message, metadata: undefined }).toEqual({ ...theirs, metadata: undefined })
        snapshots += 1
      }
    }),
    { numRuns: 40 },
  )
  expect(snapshots).toBeGreaterThan(500)
})

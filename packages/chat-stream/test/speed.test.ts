import { parseJsonEventStream, uiMessageChunkSchema } from 'ai'
import { expect, test } from 'vitest'
import { createChatParser, encodeChatChunk } from '../src/index.ts'

const CHUNK_COUNT = 20_000
const NETWORK_CHUNK_BYTES = 16 * 1024

const words = ['Grüße ', 'the ', 'quick ', 'brown ', 'fox ', 'jumps ', 'over ', 'lazy ', 'dog. ']
const text = Array.from({ length: CHUNK_COUNT }, (_, index) =>
  encodeChatChunk({ type: 'text-delta', id: '1', delta: words[index % words.length] ?? '' }),
).join('')
const bytes = new TextEncoder().encode(text)
const pieces = Array.from({ length: Math.ceil(bytes.length / NETWORK_CHUNK_BYTES) }, (_, index) =>
  bytes.subarray(index * NETWORK_CHUNK_BYTES, (index + 1) * NETWORK_CHUNK_BYTES),
)

function push(): number {
  let count = 0
  const parser = createChatParser({
    onChunk: () => {
      count += 1
    },
  })
  for (const piece of pieces) parser.push(piece)
  parser.end()
  return count
}

async function readByAiSdk(): Promise<number> {
  let count = 0
  const stream = parseJsonEventStream({
    stream: ReadableStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>,
    schema: uiMessageChunkSchema,
  })
  for await (const { success } of stream) if (success) count += 1
  return count
}

async function durationMs(run: () => number | Promise<number>): Promise<number> {
  const start = performance.now()
  expect(await run()).toBe(CHUNK_COUNT)
  return performance.now() - start
}

test('pushing a stream takes a fifth of the time of the AI SDK, at the most', async () => {
  // In turns, and the least of each: what else the machine does meanwhile slows both.
  const own: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 5; round += 1) {
    own.push(await durationMs(push))
    theirs.push(await durationMs(readByAiSdk))
  }
  expect(Math.min(...theirs) / Math.min(...own)).toBeGreaterThan(5)
})

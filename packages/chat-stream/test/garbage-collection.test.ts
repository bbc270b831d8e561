import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  createChatParser,
  createMessageReducer,
  encodeChatChunk,
  type KnownChatChunk,
  readChatStream,
} from '../src/index.ts'

setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

const answer: KnownChatChunk[] = [
  { type: 'text-start', id: '1' },
  ...Array.from({ length: 20 }, () => ({
    type: 'text-delta' as const,
    id: '1',
    delta: 'x'.repeat(200),
  })),
]
const bytes = new TextEncoder().encode(answer.map(encodeChatChunk).join(''))

const body = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })

const uses: [string, () => unknown][] = [
  ['stream', () => readChatStream(body()).outcome],
  [
    'parser with its reducer',
    () => {
      const reducer = createMessageReducer()
      createChatParser({ onChunk: reducer.push }).push(bytes)
      return reducer.message
    },
  ],
]

test.each(uses)('a minor garbage collection frees an unreferenced %s', async (_name, use) => {
  const grownBytes = async (count: number) => {
    collect({ type: 'major' })
    const heapBefore = process.memoryUsage().heapUsed
    for (let index = 0; index < count; index++) {
      await use()
      if (index % 20 === 0) collect({ type: 'minor' })
    }
    collect({ type: 'minor' })
    return process.memoryUsage().heapUsed - heapBefore
  }
  await grownBytes(100)
  expect(await grownBytes(1_000)).toBeLessThan(3_000_000)
})

import { createMessageReducer } from '@doorkit/chat-stream'
import type { Bench, Table, Target } from '../report.ts'
import { median } from '../statistics.ts'
import { type ChatReaderName, chatReaders } from './chat-readers.ts'
import { eventsOf, inNetworkChunks, partsOf } from './chat-streams.ts'

type Pieces = readonly Uint8Array<ArrayBuffer>[]
type Durations = Record<ChatReaderName, number[]>

const names = Object.keys(chatReaders) as ChatReaderName[]
const own: ChatReaderName = '@doorkit/chat-stream, push'
const sdk: ChatReaderName = 'ai, parseJsonEventStream'
const bare: ChatReaderName = 'bare: TextDecoder, indexOf and JSON.parse'

/** The cost of reading a chat stream, beside the AI SDK and a bare loop. */
export const chatBench: Bench = {
  summary: 'reading chat streams and putting messages together, beside the AI SDK and a bare loop',
  async run({ quick }) {
    const count = quick ? 200 : 50_000
    const rounds = quick ? 1 : 15
    const events = eventsOf(count)
    const whole = await durationsOf(inNetworkChunks(events), count, rounds)
    const single = await durationsOf(events, count, rounds)
    const [small, large] = reducerMs(quick ? 1 : 25)
    return {
      tables: [
        tableOf('Text deltas in network chunks of 16 KiB', whole, count),
        tableOf('Text deltas, one to a network chunk', single, count),
        {
          title: 'Putting a message together',
          columns: ['parts', 'ms'],
          rows: [
            ['2,000', small],
            ['4,000', large],
          ],
        },
      ],
      targets: [
        { name: 'speed of the AI SDK, 16 KiB', value: ratio(whole, sdk, own), atLeast: 9 },
        {
          name: 'speed of the bare loop, one event',
          value: ratio(single, bare, own),
          atLeast: 0.6,
        },
        { name: 'time of twice the parts', value: large / small, atMost: 2.3 },
      ] satisfies Target[],
    }
  },
}

/** In turns, so that what else the machine does meets all alike. */
async function durationsOf(pieces: Pieces, count: number, rounds: number): Promise<Durations> {
  const durations = Object.fromEntries(names.map((name) => [name, []])) as unknown as Durations
  for (let round = -1; round < rounds; round += 1) {
    for (const name of names) {
      const start = performance.now()
      const read = await chatReaders[name](pieces)
      const ms = performance.now() - start
      if (read !== count) throw new Error(`${name} read ${read} of ${count} chunks`)
      // The round before the first warms up.
      if (round >= 0) durations[name].push(ms)
    }
  }
  return durations
}

/** How many times as fast `one` is as `other`: the median of the rounds. */
function ratio(durations: Durations, other: ChatReaderName, one: ChatReaderName): number {
  return median(durations[other].map((ms, round) => ms / (durations[one][round] ?? Number.NaN)))
}

function tableOf(title: string, durations: Durations, count: number): Table {
  return {
    title,
    columns: ['reader', 'chunks per ms', 'of bare', 'of ai'],
    rows: names.map((name) => [
      name,
      count / median(durations[name]),
      ratio(durations, bare, name),
      ratio(durations, sdk, name),
    ]),
  }
}

function reducerMs(rounds: number): [small: number, large: number] {
  const [small, large] = [partsOf(2_000), partsOf(4_000)].map((chunks) => ({
    chunks,
    ms: [] as number[],
  }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of [small, large]) {
      if (!side) continue
      const start = performance.now()
      const reducer = createMessageReducer()
      for (const chunk of side.chunks) reducer.push(chunk)
      if (reducer.message.parts.length !== side.chunks.length) throw new Error('Parts were lost')
      if (round > 0) side.ms.push(performance.now() - start)
    }
  }
  return [median(small?.ms ?? []), median(large?.ms ?? [])]
}

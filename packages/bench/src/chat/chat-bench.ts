import { createMessageReducer } from '@doorkit/chat-stream'
import type { Bench, Table, Target } from '../report.ts'
import { type Rounds, ratio, runRounds } from '../rounds.ts'
import { median } from '../statistics.ts'
import { type ChatReaderName, chatReaders } from './chat-readers.ts'
import { eventsOf, inNetworkChunks, partsOf } from './chat-streams.ts'

type Pieces = readonly Uint8Array<ArrayBuffer>[]
/** The milliseconds of each round. */
type Durations = Rounds<ChatReaderName, number>

const names = Object.keys(chatReaders) as ChatReaderName[]
const own: ChatReaderName = '@doorkit/chat-stream, push'
const sdk: ChatReaderName = 'ai, parseJsonEventStream'
const bare: ChatReaderName = 'bare: TextDecoder, indexOf and JSON.parse'

export const chatBench: Bench = {
  summary: 'reading chat streams, compared with the AI SDK and a bare loop; building messages',
  async run({ quick }) {
    const count = quick ? 200 : 50_000
    const rounds = quick ? 1 : 15
    const events = eventsOf(count)
    const whole = await durationsOf(inNetworkChunks(events), count, rounds)
    const single = await durationsOf(events, count, rounds)
    const [small, large] = await reducerMs(quick ? 1 : 25)
    return {
      tables: [
        tableOf('Text deltas in network chunks of 16 KiB', whole, count),
        tableOf('Text deltas, one to a network chunk', single, count),
        {
          title: 'Building a message',
          columns: ['parts', 'ms'],
          rows: [
            ['2,000', small],
            ['4,000', large],
          ],
        },
      ],
      targets: [
        { name: 'speed relative to the AI SDK, 16 KiB', value: speed(whole, own, sdk), atLeast: 9 },
        {
          name: 'speed relative to the bare loop, one event to a network chunk',
          value: speed(single, own, bare),
          atLeast: 0.6,
        },
        { name: 'time for 4,000 parts, relative to 2,000', value: large / small, atMost: 2.3 },
      ] satisfies Target[],
    }
  },
}

async function durationsOf(pieces: Pieces, count: number, rounds: number): Promise<Durations> {
  return runRounds(names, { rounds }, async (name) => {
    const start = performance.now()
    const read = await chatReaders[name](pieces)
    if (read !== count) throw new Error(`${name} read ${read} of ${count} chunks`)
    return performance.now() - start
  })
}

/** How many times as fast `one` is as `other`. */
function speed(durations: Durations, one: ChatReaderName, other: ChatReaderName): number {
  return ratio(durations, one, other, (ms) => 1 / ms)
}

function tableOf(title: string, durations: Durations, count: number): Table {
  return {
    title,
    columns: ['reader', 'chunks per ms', 'of bare', 'of ai'],
    rows: names.map((name) => [
      name,
      count / median(durations.get(name) ?? []),
      speed(durations, name, bare),
      speed(durations, name, sdk),
    ]),
  }
}

async function reducerMs(rounds: number): Promise<[small: number, large: number]> {
  const [small, large] = [partsOf(2_000), partsOf(4_000)] as const
  const durations = await runRounds([small, large], { rounds }, async (chunks) => {
    const start = performance.now()
    const reducer = createMessageReducer()
    for (const chunk of chunks) reducer.push(chunk)
    if (reducer.message.parts.length !== chunks.length) throw new Error('Parts were lost')
    return performance.now() - start
  })
  return [median(durations.get(small) ?? []), median(durations.get(large) ?? [])]
}

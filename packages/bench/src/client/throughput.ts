import { type Child, startChild } from '../child.ts'
import type { BenchOptions, Table, Target } from '../report.ts'
import { type Rounds, ratio, runRounds } from '../rounds.ts'
import { median, spread } from '../statistics.ts'
import type { RoundRequest, RoundResult } from './contender-process.ts'
import { contenders } from './contenders.ts'

type Results = Rounds<string, RoundResult>

const manyAtOnce = 64
const sdks = ['stripe', 'openai', '@anthropic-ai/sdk', 'svix', 'resend']

/** The calls per second of every contender: first with one call after the other, then with many at once. */
export async function measureThroughput(options: BenchOptions) {
  const server = await startChild(new URL('./document-server.ts', import.meta.url))
  const children = new Map<string, Child>()
  try {
    for (const name of Object.keys(contenders)) {
      const child = await startChild(new URL('./contender-process.ts', import.meta.url), [
        name,
        String(server.greeting),
      ])
      children.set(name, child)
    }
    const inOrder = await measure(children, 1, options)
    const atOnce = await measure(children, manyAtOnce, options)
    const tables = [
      tableOf('Calls per second, one after the other', inOrder),
      tableOf(`Calls per second, ${manyAtOnce} at once`, atOnce),
    ]
    return { tables, targets: targetsOf(inOrder, atOnce) }
  } finally {
    for (const child of [...children.values(), server]) child.stop()
  }
}

async function measure(
  children: ReadonlyMap<string, Child>,
  concurrency: number,
  { quick }: BenchOptions,
): Promise<Results> {
  return runRounds([...children.keys()], { rounds: quick ? 2 : 50 }, async (name, round) => {
    // The warm-up is long enough for the code of both processes to be compiled and optimized.
    const durationMs = quick ? 10 : round < 0 ? 2_500 : 100
    const request: RoundRequest = { concurrency, durationMs }
    return (await children.get(name)?.ask(request)) as RoundResult
  })
}

function tableOf(title: string, results: Results): Table {
  return {
    title,
    columns: ['', 'median', 'p10', 'p90', 'of undici.request', 'of fetch', 'CPU µs per call'],
    rows: [...results].map(([name, rounds]) => {
      const speeds = rounds.map(({ callsPerSecond }) => callsPerSecond)
      return [
        name,
        ...spread(speeds),
        speed(results, name, 'bare undici.request'),
        speed(results, name, 'bare fetch'),
        median(rounds.map(({ cpuUs }) => cpuUs)),
      ]
    }),
  }
}

function speed(results: Results, name: string, other: string): number {
  return ratio(results, name, other, ({ callsPerSecond }) => callsPerSecond)
}

function targetsOf(inOrder: Results, atOnce: Results): Target[] {
  const modes = [
    ['one after the other', inOrder],
    [`${manyAtOnce} at once`, atOnce],
  ] as const
  return modes.flatMap(([mode, results]) => {
    const target = (name: string, other: string, atLeast: number): Target => ({
      name: `${name} relative to ${other}, ${mode}`,
      value: speed(results, name, other),
      atLeast,
    })
    return [
      target('@doorkit/client/undici', 'bare undici.request', 0.85),
      target('@doorkit/client', 'bare fetch', 0.9),
      ...sdks.flatMap((sdk) => [
        target('@doorkit/client/undici', sdk, 1),
        target('@doorkit/client', sdk, 1),
      ]),
    ]
  })
}

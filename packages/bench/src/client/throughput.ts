import { type Child, startChild } from '../child.ts'
import type { BenchOptions, Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import type { RoundRequest, RoundResult } from './contestant-process.ts'
import { contestants } from './contestants.ts'

/** The throughput of one contestant, round by round. */
type Results = ReadonlyMap<string, readonly RoundResult[]>

const manyAtOnce = 64
const sdks = ['stripe', 'openai', '@anthropic-ai/sdk', 'svix', 'resend']

/** Calls per second of every contestant, in turns against one server, in order and many at once. */
export async function measureThroughput(options: BenchOptions) {
  const server = await startChild(new URL('./document-server.ts', import.meta.url))
  const children = new Map<string, Child>()
  try {
    for (const name of Object.keys(contestants)) {
      const child = await startChild(new URL('./contestant-process.ts', import.meta.url), [
        name,
        String(server.greeting),
      ])
      children.set(name, child)
    }
    const inOrder = await takeTurns(children, 1, options)
    const atOnce = await takeTurns(children, manyAtOnce, options)
    const tables = [
      tableOf('Calls per second, one after the other', inOrder),
      tableOf(`Calls per second, ${manyAtOnce} at once`, atOnce),
    ]
    return { tables, targets: targetsOf(inOrder, atOnce) }
  } finally {
    for (const child of [...children.values(), server]) child.stop()
  }
}

/** Short rounds in turns, so that what else the machine does meets every contestant alike. */
async function takeTurns(
  children: ReadonlyMap<string, Child>,
  concurrency: number,
  { quick }: BenchOptions,
): Promise<Results> {
  const names = [...children.keys()]
  const run = async (name: string, durationMs: number) => {
    const request: RoundRequest = { concurrency, durationMs }
    return (await children.get(name)?.ask(request)) as RoundResult
  }
  // A server that has run for long has its code compiled and optimised.
  for (const name of names) await run(name, quick ? 10 : 2_500)
  const results = new Map<string, RoundResult[]>(names.map((name) => [name, []]))
  for (let round = 0; round < (quick ? 2 : 50); round++) {
    // The direction changes every round, so no contestant always runs after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results.get(name)?.push(await run(name, quick ? 10 : 100))
    }
  }
  return results
}

function tableOf(title: string, results: Results): Table {
  return {
    title,
    columns: ['', 'median', 'p10', 'p90', 'of undici.request', 'of fetch', 'CPU µs per call'],
    rows: [...results].map(([name, rounds]) => {
      const speeds = rounds.map(({ callsPerSecond }) => callsPerSecond)
      return [
        name,
        median(speeds),
        quantile(speeds, 0.1),
        quantile(speeds, 0.9),
        ratio(results, name, 'bare undici.request'),
        ratio(results, name, 'bare fetch'),
        median(rounds.map(({ cpuUs }) => cpuUs)),
      ]
    }),
  }
}

/** How fast one contestant was beside another: the middle of the ratios of the single rounds. */
function ratio(results: Results, name: string, other: string): number {
  const others = results.get(other) ?? []
  const ratios = (results.get(name) ?? []).map(
    ({ callsPerSecond }, round) => callsPerSecond / (others[round]?.callsPerSecond ?? Number.NaN),
  )
  return median(ratios)
}

/** The clients that are compared: the bare ones, and the SDKs of others. */
function targetsOf(inOrder: Results, atOnce: Results): Target[] {
  const modes = [
    ['one after the other', inOrder],
    [`${manyAtOnce} at once`, atOnce],
  ] as const
  return modes.flatMap(([mode, results]) => {
    const target = (name: string, other: string, atLeast: number): Target => ({
      name: `${name} beside ${other}, ${mode}`,
      value: ratio(results, name, other),
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

import type { BenchOptions, Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { type Child, startChild } from './child.ts'
import { contestants } from './contestant.ts'
import type { RoundRequest, RoundResult } from './contestant-process.ts'

/** What one contestant reached, round by round. */
type Results = ReadonlyMap<string, readonly RoundResult[]>

const manyAtOnce = 64

/** Calls per second of every contestant, in turns against one server, in order and many at once. */
export async function measureThroughput(options: BenchOptions) {
  const server = await startChild('./document-server.ts')
  const children = new Map<string, Child>()
  try {
    for (const name of Object.keys(contestants)) {
      const child = await startChild('./contestant-process.ts', [name, String(server.greeting)])
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
  const rounds = quick ? 2 : 24
  const warmUps = quick ? 1 : 4
  const request: RoundRequest = { concurrency, durationMs: quick ? 10 : 150 }
  const results = new Map<string, RoundResult[]>()
  for (let round = 0; round < rounds; round++) {
    const names = [...children.keys()]
    // In both directions by turns: nobody always runs after the same one.
    for (const name of round % 2 === 0 ? names : names.reverse()) {
      const result = (await children.get(name)?.ask(request)) as RoundResult
      if (round >= warmUps) results.set(name, [...(results.get(name) ?? []), result])
    }
  }
  return results
}

function tableOf(title: string, results: Results): Table {
  return {
    title,
    columns: ['', 'median', 'p10', 'p90', 'of undici.request', 'of fetch', 'CPU µs per call'],
    rows: Object.keys(contestants).map((name) => {
      const rounds = results.get(name) ?? []
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

function targetsOf(inOrder: Results, atOnce: Results): Target[] {
  const ours = ['@doorkit/client', '@doorkit/client/undici']
  const sdks = Object.keys(contestants).filter(
    (name) => !ours.includes(name) && !name.startsWith('bare '),
  )
  const modes = [
    ['one after the other', inOrder],
    [`${manyAtOnce} at once`, atOnce],
  ] as const
  return modes.flatMap(([mode, results]) => [
    {
      name: `@doorkit/client/undici beside undici.request, ${mode}`,
      value: ratio(results, '@doorkit/client/undici', 'bare undici.request'),
      atLeast: 0.85,
    },
    {
      name: `@doorkit/client beside bare fetch, ${mode}`,
      value: ratio(results, '@doorkit/client', 'bare fetch'),
      atLeast: 0.9,
    },
    ...sdks.map((sdk) => ({
      name: `@doorkit/client beside ${sdk}, ${mode}`,
      value: ratio(results, '@doorkit/client', sdk),
      atLeast: 1,
    })),
  ])
}

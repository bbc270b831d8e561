import { type Child, startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import type { Bench, BenchOptions, Table, Target } from '../report.ts'
import { type Rounds, ratio, runRounds } from '../rounds.ts'
import { median } from '../statistics.ts'
import type { RoundRequest, RoundResult } from './contender-process.ts'
import { contenders } from './contenders.ts'
import { measureFairness } from './fairness.ts'
import type { Arrivals } from './sink-process.ts'

type Results = Rounds<string, RoundResult>

const endpointCounts = [1, 4, 16]

interface Plan {
  readonly deliveries: number
  readonly rounds: number
}

/**
 * The speed of building, signing, sending and logging webhooks. `--only` selects the contenders that run
 * beside raw undici, or `fairness`, which takes three minutes and runs only on request.
 */
export const deliveriesBench: Bench = {
  summary: 'webhooks delivered and logged, compared with raw undici, BullMQ and pg-boss',
  async run(options) {
    if (options.only === 'fairness') return measureFairness(options)
    const chosen = namesOf(options)
    const plan = options.quick ? { deliveries: 32, rounds: 1 } : { deliveries: 3_200, rounds: 6 }
    const tables: Table[] = []
    const targets: Target[] = []
    for (const endpoints of endpointCounts) {
      const results = await measure(chosen, endpoints, plan)
      tables.push(tableOf(endpoints, plan, results))
      targets.push(...targetsOf(endpoints, results))
    }
    return { tables, targets }
  },
}

function namesOf({ only }: BenchOptions): string[] {
  const names = Object.keys(contenders)
  return names.filter((name) => name === names[0] || name.includes(only ?? ''))
}

async function measure(
  names: readonly string[],
  endpoints: number,
  { deliveries, rounds }: Plan,
): Promise<Results> {
  await using databases = openDatabases()
  const sink = await startChild(new URL('./sink-process.ts', import.meta.url))
  const children = new Map<string, Child>()
  try {
    const urls = Array.from({ length: endpoints }, (_, at) => `${sink.greeting}/${at}`)
    for (const name of names) {
      const address = await databases.addressFor(contenders[name]?.database ?? 'memory')
      const file = new URL('./contender-process.ts', import.meta.url)
      children.set(name, await startChild(file, [name, JSON.stringify({ urls, address })]))
    }
    const request: RoundRequest = { events: Math.ceil(deliveries / endpoints) }
    const wanted = request.events * endpoints
    return await runRounds(names, { rounds }, async (name) => {
      const result = (await children.get(name)?.ask(request)) as RoundResult
      const { times } = (await sink.ask({})) as Arrivals
      if (times.length !== wanted) throw new Error(`${name} delivered ${times.length} of ${wanted}`)
      return result
    })
  } finally {
    for (const child of [...children.values(), sink]) child.stop()
  }
}

function tableOf(endpoints: number, { deliveries }: Plan, results: Results): Table {
  const [raw = ''] = results.keys()
  return {
    title: `Webhooks to ${endpointsText(endpoints)}`,
    columns: [
      '',
      'per second',
      'relative to raw undici',
      'CPU µs per delivery',
      'store calls per delivery',
    ],
    rows: [...results].map(([name, rounds]) => [
      name,
      median(rounds.map(({ seconds }) => deliveries / seconds)),
      speed(results, name, raw),
      median(rounds.map(({ cpuUs }) => cpuUs / deliveries)),
      rounds[0]?.calls == null
        ? null
        : median(rounds.map(({ calls }) => (calls ?? 0) / deliveries)),
    ]),
  }
}

const endpointsText = (endpoints: number) => `${endpoints} endpoint${endpoints === 1 ? '' : 's'}`

function speed(results: Results, one: string, other: string): number {
  return ratio(results, one, other, ({ seconds }) => 1 / seconds)
}

function targetsOf(endpoints: number, results: Results): Target[] {
  const target = (one: string, other: string, atLeast: number): Target[] =>
    results.has(one) && results.has(other)
      ? [
          {
            name: `${one} relative to ${other}, ${endpointsText(endpoints)}`,
            value: speed(results, one, other),
            atLeast,
          },
        ]
      : []
  return [
    ...target('Doorkit, SQLite', 'raw undici', 0.5),
    ...target('Doorkit, SQLite', 'BullMQ, Redis', 1),
    ...target('Doorkit, PostgreSQL', 'pg-boss, PostgreSQL', 1),
  ]
}

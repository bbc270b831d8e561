import { type Child, startChild } from '../child.ts'
import { openPlaces } from '../places.ts'
import type { Bench, BenchOptions, Table, Target } from '../report.ts'
import { median } from '../statistics.ts'
import { type Rounds, ratio, takeTurns } from '../turns.ts'
import { contenders } from './contender.ts'
import type { RoundRequest, RoundResult } from './contender-process.ts'
import { measureFairness } from './fairness.ts'
import type { Arrivals } from './sink-process.ts'

type Results = Rounds<string, RoundResult>

const endpointCounts = [1, 4, 16]

interface Plan {
  readonly deliveries: number
  readonly rounds: number
}

/**
 * How fast webhooks are built, signed, sent and logged. `--only` names contenders, or `fairness`, which
 * takes five minutes and is no part of the rest.
 */
export const deliveriesBench: Bench = {
  summary: 'webhooks delivered and logged, beside raw undici, BullMQ and pg-boss',
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

/** Each contender in turns, to the same sink. */
async function measure(
  names: readonly string[],
  endpoints: number,
  { deliveries, rounds }: Plan,
): Promise<Results> {
  await using places = openPlaces()
  const sink = await startChild(new URL('./sink-process.ts', import.meta.url))
  const children = new Map<string, Child>()
  try {
    const urls = Array.from({ length: endpoints }, (_, at) => `${sink.greeting}/${at}`)
    for (const name of names) {
      const place = await places.placeFor(contenders[name]?.place ?? 'memory')
      const file = new URL('./contender-process.ts', import.meta.url)
      children.set(name, await startChild(file, [name, JSON.stringify({ urls, place })]))
    }
    const request: RoundRequest = { events: Math.ceil(deliveries / endpoints) }
    const wanted = request.events * endpoints
    return await takeTurns(names, { rounds }, async (name) => {
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
    title: `Webhooks to ${endpoints} endpoint${endpoints === 1 ? '' : 's'}`,
    columns: ['', 'a second', 'of raw undici', 'CPU µs each', 'store calls each'],
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

/** How many times as fast `one` is as `other`. */
function speed(results: Results, one: string, other: string): number {
  return ratio(results, one, other, ({ seconds }) => 1 / seconds)
}

function targetsOf(endpoints: number, results: Results): Target[] {
  const target = (one: string, other: string, atLeast: number): Target[] =>
    results.has(one) && results.has(other)
      ? [
          {
            name: `${one} beside ${other}, ${endpoints}`,
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

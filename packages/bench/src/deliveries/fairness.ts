import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../child.ts'
import { openPlaces } from '../places.ts'
import type { BenchOptions, Report } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import type { FairnessOptions, FairnessRequest } from './fairness-process.ts'
import type { Arrivals } from './sink-process.ts'

/** What an endpoint does that is not well; see `sink-process.ts`. */
const troubles = ['hole', 'drip', 'endless']

interface Plan {
  readonly healthy: number
  readonly events: number
  readonly rounds: number
}

interface Run {
  readonly perSecond: number
  /** When nearly all of the backlog had come, in milliseconds after the first. */
  readonly p99: number
}

/**
 * The deliveries of healthy endpoints, alone and beside one that never answers, one that answers a byte a
 * second, and one whose answer never ends, each with a backlog of its own.
 */
export async function measureFairness({ quick }: BenchOptions): Promise<Report> {
  const plan = quick
    ? { healthy: 5, events: 2, rounds: 1 }
    : { healthy: 97, events: 1_000, rounds: 3 }
  const alone: Run[] = []
  const beside: Run[] = []
  for (let round = 0; round < plan.rounds; round++) {
    alone.push(await deliverBacklog([], plan))
    beside.push(await deliverBacklog(troubles, plan))
  }
  const row = (name: string, runs: readonly Run[]) => [
    name,
    median(runs.map(({ perSecond }) => perSecond)),
    median(runs.map(({ p99 }) => p99)),
  ]
  const ratio = (of: (run: Run) => number) => median(beside.map(of)) / median(alone.map(of))
  const { healthy, events } = plan
  return {
    tables: [
      {
        title: `${healthy} healthy endpoints with ${events} events each, SQLite`,
        columns: ['', 'a second', 'p99, ms'],
        rows: [row('alone', alone), row(`beside ${troubles.length} that are not well`, beside)],
      },
    ],
    targets: [
      { name: 'healthy deliveries a second', value: ratio((run) => run.perSecond), atLeast: 0.95 },
      { name: 'p99 of healthy deliveries', value: ratio((run) => run.p99), atMost: 1.25 },
    ],
  }
}

/** Endpoints that are not well share workspaces with those that are. */
async function deliverBacklog(beside: readonly string[], plan: Plan): Promise<Run> {
  await using places = openPlaces()
  const sink = await startChild(new URL('./sink-process.ts', import.meta.url))
  const urls = (paths: readonly string[]) => paths.map((path) => `${sink.greeting}/${path}`)
  const paths = Array.from({ length: plan.healthy }, (_, place) => `healthy/${place}`)
  const workspaces: string[][] = []
  // Of sixteen places, the last are for those that are not well.
  while (paths.length > 0) workspaces.push(urls(paths.splice(0, 13)))
  workspaces[0]?.push(...urls(beside))
  const options: FairnessOptions = { file: await places.placeFor('sqlite'), workspaces }
  const file = new URL('./fairness-process.ts', import.meta.url)
  const kit = await startChild(file, [JSON.stringify(options)])
  try {
    const request: FairnessRequest = { events: plan.events }
    await kit.ask(request)
    const times: number[] = []
    while (times.length < plan.healthy * plan.events) {
      const arrivals = (await sink.ask({})) as Arrivals
      times.push(...arrivals.times)
      await sleep(50)
    }
    const first = Math.min(times[0] ?? 0, ...times.slice(0, 1_000))
    const p99 = quantile(times, 0.99) - first
    return { perSecond: (times.length * 0.99 * 1_000) / p99, p99 }
  } finally {
    kit.stop()
    sink.stop()
  }
}

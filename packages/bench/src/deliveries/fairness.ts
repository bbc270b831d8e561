import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import type { BenchOptions, Report } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import type { FairnessOptions, FairnessRequest } from './fairness-process.ts'
import type { Arrivals } from './sink-process.ts'

/** The paths of unhealthy endpoints: see `sink-process.ts`. */
const unhealthyPaths = ['hole', 'drip', 'endless']

interface Plan {
  readonly healthy: number
  readonly events: number
  readonly rounds: number
}

interface Run {
  readonly perSecond: number
  /** The milliseconds from the first healthy delivery until 99 % of the healthy ones have arrived. */
  readonly p99: number
}

/**
 * Measures the deliveries to healthy endpoints, alone, and together with three unhealthy ones: one never
 * answers, one sends its answer at a byte a second, and one sends an answer that never ends. Each
 * endpoint has its own backlog.
 */
export async function measureFairness({ quick }: BenchOptions): Promise<Report> {
  const plan = quick
    ? { healthy: 5, events: 2, rounds: 1 }
    : { healthy: 97, events: 1_000, rounds: 3 }
  const alone: Run[] = []
  const together: Run[] = []
  for (let round = 0; round < plan.rounds; round++) {
    alone.push(await deliverBacklog([], plan))
    together.push(await deliverBacklog(unhealthyPaths, plan))
  }
  const row = (name: string, runs: readonly Run[]) => [
    name,
    median(runs.map(({ perSecond }) => perSecond)),
    median(runs.map(({ p99 }) => p99)),
  ]
  const ratio = (of: (run: Run) => number) => median(together.map(of)) / median(alone.map(of))
  const { healthy, events } = plan
  return {
    tables: [
      {
        title: `${healthy} healthy endpoints with ${events} events each, SQLite`,
        columns: ['', 'per second', 'p99, ms'],
        rows: [row('alone', alone), row(`with ${unhealthyPaths.length} unhealthy ones`, together)],
      },
    ],
    targets: [
      {
        name: 'healthy deliveries per second, relative to the run without unhealthy endpoints',
        value: ratio((run) => run.perSecond),
        atLeast: 0.95,
      },
      {
        name: 'p99 of healthy deliveries, relative to the run without unhealthy endpoints',
        value: ratio((run) => run.p99),
        atMost: 1.25,
      },
    ],
  }
}

/** Delivers a backlog to every endpoint. The unhealthy ones share a workspace with healthy ones. */
async function deliverBacklog(unhealthy: readonly string[], plan: Plan): Promise<Run> {
  await using databases = openDatabases()
  const sink = await startChild(new URL('./sink-process.ts', import.meta.url))
  const urls = (paths: readonly string[]) => paths.map((path) => `${sink.greeting}/${path}`)
  const paths = Array.from({ length: plan.healthy }, (_, index) => `healthy/${index}`)
  const workspaces: string[][] = []
  // A workspace has room for sixteen endpoints. Three stay free for the unhealthy ones.
  while (paths.length > 0) workspaces.push(urls(paths.splice(0, 13)))
  workspaces[0]?.push(...urls(unhealthy))
  const options: FairnessOptions = { file: await databases.addressFor('sqlite'), workspaces }
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

import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import type { BenchOptions, Report } from '../report.ts'
import { runRounds } from '../rounds.ts'
import { median } from '../statistics.ts'
import type { StoreKind } from './contender.ts'
import { type ContenderName, contenders } from './contenders.ts'
import type { RoundRequest, RoundResult } from './load-process.ts'
import { type Amounts, workspaceCounts } from './people.ts'
import { contactKinds, type RequestKindName, requestKinds } from './request-kinds.ts'
import { pacedTable, type Round, tableOf, targetsOf } from './request-table.ts'
import { type RunningContender, runContender } from './run-contender.ts'

/** The share of a server's maximum throughput at which requests should not have to queue. */
const pacedShare = 0.8

interface Plan {
  readonly rounds: number
  readonly roundMs: number
  readonly warmUpMs: number
  /**
   * How long requests run before the measurement, because the first requests in the window of a rate
   * limit cost the most.
   */
  readonly leadMs: number
  /** The length of the round at a fixed rate; 0 for none. */
  readonly pacedMs: number
  readonly amounts: Amounts
}

function planOf({ quick, short }: BenchOptions): Plan {
  const counts = workspaceCounts(quick)
  if (quick) {
    const amounts = { ...counts, contacts: 50, sessions: 25, conversations: 2 }
    return { rounds: 2, roundMs: 20, warmUpMs: 20, leadMs: 5, pacedMs: 50, amounts }
  }
  if (short) {
    const amounts = { ...counts, contacts: 500, sessions: 0, conversations: 0 }
    return { rounds: 8, roundMs: 400, warmUpMs: 700, leadMs: 300, pacedMs: 0, amounts }
  }
  const amounts = { ...counts, contacts: 500, sessions: 500, conversations: 10 }
  return { rounds: 12, roundMs: 500, warmUpMs: 2_000, leadMs: 300, pacedMs: 3_000, amounts }
}

/** Measures the chosen kinds of requests with every contender on a store, round by round. */
export async function measureRequests(store: StoreKind, options: BenchOptions): Promise<Report> {
  const plan = planOf(options)
  const connections = Number(options.connections ?? 16)
  const names = Object.keys(contenders) as ContenderName[]
  const chosen = (Object.keys(requestKinds) as RequestKindName[]).filter(
    (kind) => kind.includes(options.only ?? '') && (!options.short || contactKinds.includes(kind)),
  )
  await using databases = openDatabases()
  const running = new Map<ContenderName, RunningContender>()
  const load = await startChild(new URL('./load-process.ts', import.meta.url))
  try {
    await Promise.all(
      names.map(async (name) => {
        const address = await databases.addressFor(store)
        running.set(name, await runContender(name, { store, address, amounts: plan.amounts }))
      }),
    )
    const run = async (
      name: ContenderName,
      request: Pick<RoundRequest, 'kind' | 'durationMs' | 'perSecond'>,
    ): Promise<Round> => {
      const { facts, usage } = running.get(name) as RunningContender
      const asked: RoundRequest = { contender: name, facts, connections, ...request }
      await load.ask({ ...asked, durationMs: plan.leadMs })
      const before = await usage()
      const result = (await load.ask(asked)) as RoundResult
      return { ...result, cpuUs: ((await usage()).cpuUs - before.cpuUs) / result.requests }
    }
    const tables = []
    const targets = []
    for (const kind of chosen) {
      const results = await runRounds(names, plan, (name, round) =>
        run(name, { kind, durationMs: round < 0 ? plan.warmUpMs : plan.roundMs }),
      )
      const title = `${titles[store]}, ${described(plan.amounts)}: ${requestKinds[kind].title}`
      tables.push(tableOf(title, results))
      targets.push(...targetsOf(kind, titles[store], results))
      if (plan.pacedMs === 0) continue
      const paced = new Map<ContenderName, Round[]>()
      for (const [name, rounds] of results) {
        const perSecond = median(rounds.map((round) => round.perSecond)) * pacedShare
        paced.set(name, [await run(name, { kind, durationMs: plan.pacedMs, perSecond })])
      }
      tables.push(
        pacedTable(`${title}, at ${pacedShare} of the maximum throughput of each server`, paced),
      )
    }
    return { tables, targets }
  } finally {
    for (const child of [...running.values(), load]) child.stop()
  }
}

const described = ({ workspaces, keys }: Amounts) =>
  `${workspaces * keys} API keys of ${workspaces} workspaces, with the limits of the plan apex`

const titles = { memory: 'Memory', sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

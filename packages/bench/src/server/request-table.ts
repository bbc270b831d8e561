import type { Table, Target } from '../report.ts'
import { type Rounds, ratios } from '../rounds.ts'
import { median, spread } from '../statistics.ts'
import type { ContenderName } from './contenders.ts'
import type { RoundResult } from './load-process.ts'
import { contactKinds, type RequestKindName } from './request-kinds.ts'

/** The result of a contender in one round, with its processor time for each request. */
export interface Round extends RoundResult {
  readonly cpuUs: number
}

export type Results = Rounds<ContenderName, Round>

const perSecond = (round: Round) => round.perSecond

/** The share of each framework's throughput that the kit must reach in requests about contacts. */
const shares = { fastify: 0.8, express: 1, hono: 1 } as const

/**
 * The medians of the rounds, and the spread of the ratios of single rounds. On a busy machine, processor
 * time per request is the more stable measure.
 */
export function tableOf(title: string, results: Results): Table {
  return {
    title,
    columns: [
      '',
      'per second',
      'of fastify',
      'p10',
      'p90',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'by CPU, of fastify',
    ],
    rows: [...results].map(([name, rounds]) => {
      const shares = ratios(results, name, 'fastify', perSecond)
      const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
      const fastifyUs = median((results.get('fastify') ?? []).map(({ cpuUs }) => cpuUs))
      return [
        name,
        middle(perSecond),
        ...spread(shares),
        middle(({ p50 }) => p50),
        middle(({ p99 }) => p99),
        middle(({ cpuUs }) => cpuUs),
        fastifyUs / middle(({ cpuUs }) => cpuUs),
      ]
    }),
  }
}

/** The response times at a fixed rate of requests. */
export function pacedTable(title: string, results: Results): Table {
  return {
    title,
    columns: ['', 'per second', 'p50 ms', 'p99 ms', 'p99 of p50'],
    rows: [...results].map(([name, rounds]) => {
      const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
      const [p50, p99] = [middle((round) => round.p50), middle((round) => round.p99)]
      return [name, middle(perSecond), p50, p99, p99 / p50]
    }),
  }
}

export function targetsOf(kind: RequestKindName, store: string, results: Results): Target[] {
  if (!contactKinds.includes(kind)) return []
  return (Object.keys(shares) as (keyof typeof shares)[]).map((other) => ({
    name: `${kind} on ${store} relative to ${other}`,
    value: median(ratios(results, 'Doorkit', other, perSecond)),
    atLeast: shares[other],
  }))
}

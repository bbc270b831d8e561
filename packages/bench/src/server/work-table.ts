import type { Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { type Rounds, ratios } from '../turns.ts'
import type { ContenderName } from './contender.ts'
import type { RoundResult } from './load-process.ts'
import { shortWorks, type WorkName } from './works.ts'

/** The throughput of a contender in one round, and the processor time that it used. */
export interface Round extends RoundResult {
  /** Of a processor, in microseconds a request. */
  readonly cpuUs: number
}

/** The rounds of one work. */
export type Results = Rounds<ContenderName, Round>

const perSecond = (round: Round) => round.perSecond

/** What the kit has to reach of each framework, in the works that are no chat. */
const shares = { fastify: 0.8, express: 1, hono: 1 } as const

/**
 * The middle of the rounds, and how far apart the shares of single rounds are. What a request costs
 * of a processor is the steadier measure where other work keeps the machine busy.
 */
export function tableOf(title: string, results: Results): Table {
  return {
    title,
    columns: [
      '',
      'a second',
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
        median(shares),
        quantile(shares, 0.1),
        quantile(shares, 0.9),
        middle(({ p50 }) => p50),
        middle(({ p99 }) => p99),
        middle(({ cpuUs }) => cpuUs),
        fastifyUs / middle(({ cpuUs }) => cpuUs),
      ]
    }),
  }
}

/** How long answers take where requests come at a pace, and how far the slow ones are off. */
export function pacedTable(title: string, results: Results): Table {
  return {
    title,
    columns: ['', 'a second', 'p50 ms', 'p99 ms', 'p99 of p50'],
    rows: [...results].map(([name, rounds]) => {
      const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
      const [p50, p99] = [middle((round) => round.p50), middle((round) => round.p99)]
      return [name, middle(perSecond), p50, p99, p99 / p50]
    }),
  }
}

/** The rates of the frameworks that a work has to reach. */
export function targetsOf(work: WorkName, store: string, results: Results): Target[] {
  if (!shortWorks.includes(work)) return []
  return (Object.keys(shares) as (keyof typeof shares)[]).map((other) => ({
    name: `${work} on ${store} beside ${other}`,
    value: median(ratios(results, 'Doorkit', other, perSecond)),
    atLeast: shares[other],
  }))
}

import type { Table, Target } from '../report.ts'
import { median, quantile } from '../statistics.ts'
import { type Rounds, ratios } from '../turns.ts'
import type { ContenderName } from './contender.ts'
import type { RoundResult } from './load-process.ts'
import type { WorkName } from './works.ts'

/** The throughput of a contender in one round, and the processor time that it used. */
export interface Round extends RoundResult {
  /** Of a processor, in microseconds a request. */
  readonly cpuUs: number
}

/** The rounds of one work. */
export type Results = Rounds<ContenderName, Round>

const perSecond = (round: Round) => round.perSecond

const frameworks: readonly ContenderName[] = ['fastify', 'express', 'hono']
const shareOfBare: Readonly<Partial<Record<WorkName, number>>> = {
  get: 0.6,
  list: 0.6,
  upsert: 0.5,
}

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
      'of bare',
      'p10',
      'p90',
      'p50 ms',
      'p99 ms',
      'CPU µs',
      'by CPU, of bare',
    ],
    rows: [...results].map(([name, rounds]) => {
      const shares = ratios(results, name, 'bare', perSecond)
      const middle = (pick: (round: Round) => number) => median(rounds.map(pick))
      const bareUs = median((results.get('bare') ?? []).map(({ cpuUs }) => cpuUs))
      return [
        name,
        middle(perSecond),
        median(shares),
        quantile(shares, 0.1),
        quantile(shares, 0.9),
        middle(({ p50 }) => p50),
        middle(({ p99 }) => p99),
        middle(({ cpuUs }) => cpuUs),
        bareUs / middle(({ cpuUs }) => cpuUs),
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

/** The share of bare that a work has to reach, and the frameworks that it has to pass. */
export function targetsOf(work: WorkName, store: string, results: Results): Target[] {
  const share = shareOfBare[work]
  const beside = (other: ContenderName, atLeast: number): Target => ({
    name: `${work} on ${store} beside ${other}`,
    value: median(ratios(results, 'Doorkit', other, perSecond)),
    atLeast,
  })
  return [
    ...(share === undefined ? [] : [beside('bare', share)]),
    ...frameworks.map((other) => beside(other, 1)),
  ]
}

import { type Bench, type BenchOptions, joinReports, type Report } from '../report.ts'
import type { StoreKind } from './contender.ts'
import { measureEndurance } from './endurance.ts'
import { measureRequests } from './measure-requests.ts'
import { measureOpenStreams } from './open-streams.ts'
import { measureStart } from './start-up.ts'

const stores: readonly StoreKind[] = ['sqlite', 'postgres', 'memory']

/**
 * The speed of the kit compared with hand-written services, and the cost of its start. `--only` selects
 * the kinds of requests whose names contain its text, or `start`. The parts `endurance` (five minutes)
 * and `streams` (a minute) run only if it names them.
 */
export const serverBench: Bench = {
  summary: 'the served kit, compared with bare node:http, fastify, express and hono',
  async run(options) {
    const { only, short } = options
    if (only === 'start') return measureStart(options)
    if (only === 'endurance') return measureEndurance(options)
    if (only === 'streams') return measureOpenStreams(options)
    // This comes first, because it fails without a build.
    const start = only === undefined && !short ? [await measureStart(options)] : []
    const parts: Report[] = []
    for (const store of storesOf(options)) parts.push(await measureRequests(store, options))
    return joinReports([...parts, ...start])
  },
}

function storesOf({ short, store }: BenchOptions): readonly StoreKind[] {
  if (store === undefined) return short ? ['sqlite'] : stores
  const found = stores.filter((kind) => kind === store)
  if (found.length === 0) throw new Error(`--store must be one of ${stores.join(', ')}.`)
  return found
}

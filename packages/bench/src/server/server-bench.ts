import { installPeers } from '../install-peers.ts'
import type { Bench, BenchOptions, Report } from '../report.ts'
import type { StoreKind } from './contender.ts'
import { measureWorks } from './measure-works.ts'

const stores: readonly StoreKind[] = ['sqlite', 'postgres', 'memory']

/** How fast the kit answers, beside services that are written by hand. */
export const serverBench: Bench = {
  summary: 'the served kit beside bare node:http, fastify, express and hono',
  async run(options) {
    await installPeers()
    const parts: Report[] = []
    for (const store of storesOf(options)) parts.push(await measureWorks(store, options))
    return {
      tables: parts.flatMap(({ tables }) => tables),
      targets: parts.flatMap(({ targets }) => targets),
    }
  },
}

function storesOf({ short, store }: BenchOptions): readonly StoreKind[] {
  if (store === undefined) return short ? ['sqlite'] : stores
  const found = stores.filter((kind) => kind === store)
  if (found.length === 0) throw new Error(`--store is one of ${stores.join(', ')}.`)
  return found
}

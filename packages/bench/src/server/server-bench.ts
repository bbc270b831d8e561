import { installPeers } from '../install-peers.ts'
import type { Bench } from '../report.ts'
import { measureWorks } from './measure-works.ts'

/** How fast the kit answers, beside services that are written by hand. */
export const serverBench: Bench = {
  summary: 'requests a second of the served kit, beside bare node:http, fastify, express and hono',
  async run(options) {
    await installPeers()
    return measureWorks(options)
  },
}

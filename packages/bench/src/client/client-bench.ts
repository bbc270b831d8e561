import type { Bench } from '../report.ts'
import { measureOverhead } from './overhead.ts'

/** How fast calls are, beside the bare HTTP clients and the SDKs of others. */
export const clientBench: Bench = {
  summary: 'calls per second and overhead per call, beside fetch, undici and other SDKs',
  async run(options) {
    const overhead = await measureOverhead(options)
    return { tables: [overhead.table], targets: [overhead.target] }
  },
}

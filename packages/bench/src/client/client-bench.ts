import type { Bench } from '../report.ts'
import { measureOverhead } from './overhead.ts'
import { measureThroughput } from './throughput.ts'

/** How fast calls are, beside the bare HTTP clients and the SDKs of others. */
export const clientBench: Bench = {
  summary: 'calls per second and overhead per call, beside fetch, undici and other SDKs',
  async run(options) {
    const throughput = await measureThroughput(options)
    const overhead = await measureOverhead(options)
    return {
      tables: [...throughput.tables, overhead.table],
      targets: [...throughput.targets, overhead.target],
    }
  },
}

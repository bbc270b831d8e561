import type { Bench } from '../report.ts'
import { measureOverhead } from './overhead.ts'
import { measureThroughput } from './throughput.ts'

export const clientBench: Bench = {
  summary: 'calls per second and overhead per call, compared with fetch, undici and other SDKs',
  async run(options) {
    const throughput = await measureThroughput(options)
    const overhead = await measureOverhead(options)
    return {
      tables: [...throughput.tables, overhead.table],
      targets: [...throughput.targets, overhead.target],
    }
  },
}

import { startPostgresProcess } from '@doorkit/tests/postgres'
import { type Bench, joinReports, type Report } from '../report.ts'
import { measureNodes } from './citus-nodes.ts'
import { measureErasures } from './erasures.ts'
import { measureGrowth } from './growth.ts'
import { measureJobs } from './jobs.ts'
import { measureReads } from './reads.ts'
import { measureRoundTrips } from './round-trips.ts'
import { measureTableSizes } from './table-sizes.ts'

const cluster = process.env.DOORKIT_TEST_CITUS_URL

type Measure = (database: string, quick: boolean) => Promise<Report>

const parts: Readonly<Record<string, Measure>> = {
  reads: measureReads,
  'round-trips': measureRoundTrips,
  jobs: measureJobs,
  growth: measureGrowth,
  'table-sizes': measureTableSizes,
  erasures: measureErasures,
  // This part needs an existing cluster: see CONTRIBUTING.md.
  ...(cluster !== undefined && {
    nodes: (_database, quick) => measureNodes(cluster, quick),
  }),
}

export const storesBench: Bench = {
  summary:
    'PostgreSQL: reads, requests at 2 ms a round trip, jobs; lists, queues and erasures as tables grow',
  async run({ quick, only = '' }) {
    const postgres = await startPostgresProcess()
    const reports: Report[] = []
    try {
      for (const [name, measure] of Object.entries(parts)) {
        if (name.includes(only)) reports.push(await measure(postgres.url, quick))
      }
    } finally {
      await postgres.stop()
    }
    return joinReports(reports)
  },
}

import { startPostgresProcess } from '@doorkit/test-postgres'
import { installPeers } from '../install-peers.ts'
import type { Bench, Report } from '../report.ts'
import { measureGrowth } from './growth.ts'
import { measureJobs } from './jobs.ts'
import { measureReads } from './reads.ts'
import { measureRoundTrips } from './round-trips.ts'

const parts = {
  reads: measureReads,
  'round-trips': measureRoundTrips,
  jobs: measureJobs,
  growth: measureGrowth,
}

/** The cost of the PostgreSQL store, beside the libraries that it could have been written with. */
export const storesBench: Bench = {
  summary: 'PostgreSQL: reads, writes at 2 ms a round trip, jobs, and lists as they grow',
  async run({ quick, only = '' }) {
    await installPeers()
    const postgres = await startPostgresProcess()
    const reports: Report[] = []
    try {
      for (const [name, measure] of Object.entries(parts)) {
        if (name.includes(only)) reports.push(await measure(postgres.url, quick))
      }
    } finally {
      await postgres.stop()
    }
    return {
      tables: reports.flatMap(({ tables }) => tables),
      targets: reports.flatMap(({ targets }) => targets),
    }
  },
}

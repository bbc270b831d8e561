import { createSchema, startPostgresProcess } from '@doorkit/tests/postgres'
import type { TestProject } from 'vitest/node'

/** Creates a schema for the stores of a run of the matrix, in PostgreSQL and, if its URL is set, Citus. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresProcess()
  const postgres = await createSchema(server.url)
  const cluster = process.env.DOORKIT_TEST_CITUS_URL
  const citus = cluster === undefined ? undefined : await createSchema(cluster)
  project.provide('databases', { PostgreSQL: postgres.url, ...(citus && { Citus: citus.url }) })
  return async () => {
    await citus?.remove()
    // The database server of the run may have stopped, and then the schema is gone too.
    await postgres.remove().catch(() => {})
    await server.stop()
  }
}

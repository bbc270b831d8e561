import { defineConfig } from 'vitest/config'
import {
  common,
  conformanceOver,
  earlierVersions,
  project,
  storeFiles,
  withPostgres,
} from '../../vitest.workspace.ts'

// The tests that take long: the suites over other stores and hosts, and tests that start many
// processes. See CONTRIBUTING.md.

const long = (folder: string, name: string) => project(folder, name, { long: true })

export default defineConfig({
  test: {
    ...common,
    projects: [
      conformanceOver('memory', { include: storeFiles }),
      conformanceOver('postgres', { ...withPostgres, include: [...storeFiles, earlierVersions] }),
      long('packages/cli/test', 'cli'),
      long('packages/server/test', 'server'),
      long('packages/store-postgres/test', 'store-postgres'),
      long('packages/store-sqlite/test', 'store-sqlite'),
      long('packages/tests/reliability/test', 'reliability'),
      long('packages/tests/repository', 'repository'),
      long('examples/cluster/test', 'cluster'),
      long('examples/tour/test', 'tour'),
    ],
  },
})

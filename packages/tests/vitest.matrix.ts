import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import {
  common,
  conformanceOver,
  project,
  withoutSystem,
  withPostgres,
} from '../../vitest.workspace.ts'

// Runs in full the suites that `npm test` runs only in part: see CONTRIBUTING.md.

// An existing Citus cluster.
const citus = process.env.DOORKIT_TEST_CITUS_URL
const conformanceOverCitus = (postgres: string) =>
  conformanceOver('postgres', {
    name: 'conformance-citus',
    provide: { postgres },
  })

const only = (...names: string[]) => names.map((name) => `${name}.test.ts`)

export default defineConfig({
  test: {
    ...common,
    provide: { ...common.provide, matrix: true },
    projects: [
      conformanceOver('sqlite-process'),
      conformanceOver('memory'),
      conformanceOver('postgres', withPostgres),
      ...(citus === undefined ? [] : [conformanceOverCitus(citus)]),
      project('packages/server/test', 'server', {
        globalSetup: [resolve('packages/server/test/support/matrix-setup.ts')],
      }),
      project('packages/client/test', 'client', { include: only('sync/property') }),
      project('packages/cli/test', 'cli', { include: only('demo/*') }),
      project('packages/cli/test', 'cli-long', { long: true }),
      project('packages/store-postgres/test', 'store-postgres', withoutSystem),
      project('packages/store-postgres/test', 'store-postgres-long', { long: true }),
    ],
  },
})

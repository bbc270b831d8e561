import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { common, conformanceOver, project, withPostgres } from './vitest.workspace.ts'

// What `npm test` runs a part of, whole: see CONTRIBUTING.md.

// A cluster that is there already.
const citus = process.env.DOORKIT_TEST_CITUS_URL
const conformanceOverCitus = (postgres: string) =>
  conformanceOver('postgres', {
    name: 'conformance-citus',
    provide: { postgres },
  })

const only = (...names: string[]) => names.map((name) => `test/${name}.test.ts`)

export default defineConfig({
  test: {
    ...common,
    provide: { ...common.provide, matrix: true },
    projects: [
      conformanceOver('sqlite-process'),
      conformanceOver('memory'),
      conformanceOver('postgres', withPostgres),
      ...(citus === undefined ? [] : [conformanceOverCitus(citus)]),
      project('packages/server', 'server', {
        globalSetup: [resolve('packages/server/test/support/matrix-setup.ts')],
      }),
      project('packages/client', 'client', { include: only('sync/property') }),
      project('packages/chat-stream', 'chat-stream', { include: only('reducer-interop') }),
      project('runtimes/smoke', 'smoke', {
        include: only('client/tarball', 'compilers', 'test-runners'),
      }),
      project('packages/cli', 'cli', { include: only('demo/*') }),
      project('packages/store-postgres', 'store-postgres'),
      project('examples/store-drivers', 'store-drivers'),
    ],
  },
})

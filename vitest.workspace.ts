import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests read the packages' sources, so a test run never needs a build. Without 'import': vitest
// hands these to Node, whose require() would then load the ES modules of dual packages. Without
// 'module': what stands there is for bundlers, and Node cannot load all of it.
const conditions = ['@doorkit/source', 'node']

interface Variant {
  readonly include?: string[]
  readonly exclude?: string[]
  /** The store that the conformance suite runs over, or the transport that the client sends over. */
  readonly provide?: Partial<typeof provided & { postgres: string }>
  readonly globalSetup?: string[]
}

const provided: {
  store: 'sqlite' | 'memory' | 'postgres'
  transport: 'fetch' | 'undici'
} = {
  store: 'sqlite',
  transport: 'fetch',
}

const project = (root: string, name: string, variant: Variant = {}) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name,
    root,
    include: ['test/**/*.test.ts'],
    environment: 'node' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: [resolve(root, 'test/global-setup.ts')].filter((file) => existsSync(file)),
    ...variant,
  },
})

const projects = ['packages', 'examples', 'runtimes'].flatMap((parent) =>
  readdirSync(parent)
    .filter((name) => existsSync(`${parent}/${name}/package.json`))
    .map((name) => project(`${parent}/${name}`, name)),
)

// The suite once more, without the one file that needs a file and the one that reads a page.
const conformanceOver = (store: 'memory' | 'postgres', globalSetup: string[] = []) =>
  project('packages/conformance', `conformance-${store}`, {
    provide: { store },
    globalSetup,
    exclude: ['test/database-file.test.ts', 'test/table.test.ts'],
  })

// A cluster that is there already: see CONTRIBUTING.md.
const citus = process.env.DOORKIT_TEST_CITUS_URL
const conformanceOverCitus = (postgres: string) =>
  project('packages/conformance', 'conformance-citus', {
    provide: { store: 'postgres', postgres },
    exclude: ['test/database-file.test.ts', 'test/table.test.ts'],
  })

// What goes over the wire, once more over undici.
const clientOver = (transport: 'undici') =>
  project('packages/client', `client-${transport}`, {
    provide: { transport },
    include: ['test/wire/*.test.ts'],
  })

// The pages, and the manifests of all packages together.
const repository = project('tools', 'tools')

export default defineConfig({
  test: {
    projects: [
      ...projects,
      conformanceOver('memory'),
      conformanceOver('postgres', [resolve('packages/test-postgres/src/setup.ts')]),
      ...(citus === undefined ? [] : [conformanceOverCitus(citus)]),
      clientOver('undici'),
      repository,
    ],
    provide: provided,
    passWithNoTests: false,
    // One less by default, which leaves half of a machine with two processors idle.
    maxWorkers: availableParallelism(),
  },
})

import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests read the packages' sources, so a test run never needs a build. Without 'import': vitest
// hands these to Node, whose require() would then load the ES modules of dual packages. Without
// 'module': what stands there is for bundlers, and Node cannot load all of it.
const conditions = ['@doorkit/source', 'node']

// The programs that tests start are read from their sources, and those of others are large: what
// Node made of them is kept for the next start.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/doorkit-tests')

interface Variant {
  readonly name?: string
  readonly include?: string[]
  readonly exclude?: string[]
  readonly isolate?: boolean
  /** The files of `npm run test:long`, which are named `*.long.test.ts`, in place of all others. */
  readonly long?: boolean
  readonly provide?: Partial<typeof provided & { postgres: string }>
  readonly globalSetup?: string[]
}

const provided: {
  /** The store that the conformance suite runs over. */
  store: 'sqlite' | 'sqlite-process' | 'memory' | 'postgres'
  /** The transport that the client sends over. */
  transport: 'fetch' | 'undici'
  /** Whether a run is `npm run test:matrix`, which runs whole what `npm test` runs a part of. */
  matrix: boolean
  /** Further databases for the tests of the server: in the matrix. */
  databases: Record<string, string>
} = {
  store: 'sqlite',
  transport: 'fetch',
  matrix: false,
  databases: {},
}

// Projects whose test files share the modules of a process: no file leaves state in one.
const shared = [
  'packages/agent-ai/test',
  'packages/chat-stream/test',
  'packages/cli/test',
  'packages/client/test',
  'packages/compat/test',
  'packages/models/test',
  'packages/server/test',
  'packages/store/test',
  'packages/store-postgres/test',
  'packages/store-sql/test',
  'packages/store-sqlite/test',
  'packages/store-tests/test',
  'packages/tests/conformance',
  'packages/tests/postgres',
  'packages/tests/repository',
  'packages/webhooks/test',
  'packages/widget/test',
]

/** The tests in one folder. */
export const project = (
  folder: string,
  name: string,
  {
    long = false,
    include = [long ? '**/*.long.test.ts' : '**/*.test.ts'],
    exclude = [],
    ...variant
  }: Variant = {},
) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name,
    environment: 'node' as const,
    // For what hangs: a machine that is busy may take ten times as long as one that is not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: !shared.includes(folder),
    globalSetup: [resolve(folder, 'global-setup.ts')].filter((file) => existsSync(file)),
    setupFiles: [resolve(folder, 'setup.ts')].filter((file) => existsSync(file)),
    ...variant,
    // From the root of all, so that a module is transformed once for all projects.
    include: include.map((file) => `${folder}/${file}`),
    exclude: [...exclude, ...(long ? [] : ['**/*.long.test.ts'])].map(
      (file) => `${folder}/${file}`,
    ),
  },
})

/** The tests without those that start a program which npm does not bring: `npm run test:system` does. */
export const withoutSystem: Variant = {
  exclude: ['browser.test.ts', 'browser/*.test.ts', 'pgbouncer.test.ts', 'redis.test.ts'],
}

// What has a verb of its own, as it needs more than `npm ci` installs or takes longer.
const elsewhere = [
  'agent',
  'agent-ai',
  'bench',
  'cluster',
  'compat',
  'site-chat-react',
  'telemetry',
]

const projects = ['packages', 'examples'].flatMap((parent) =>
  readdirSync(parent)
    .filter((name) => !elsewhere.includes(name) && existsSync(`${parent}/${name}/test`))
    .map((name) => project(`${parent}/${name}/test`, name, withoutSystem)),
)

// One code serves the wire over every store. So over the others `npm run test:long` takes the files
// whose promises a store has to keep, and the matrix takes them all.
export const storeFiles = [
  'analytics',
  'chat-api',
  'contact-input',
  'contacts',
  'conversations',
  'events',
  'experiments',
  'filters-and-order',
  'idempotency',
  'knowledge-documents',
  'pagination',
  'privacy',
  'rate-limits',
  'success-statuses',
  'two-servers',
  'webhooks-delivery',
  'webhooks-redelivery',
].map((name) => `${name}.test.ts`)

// Databases of earlier versions, which memory does not have.
export const earlierVersions = 'earlier-versions.test.ts'

/** The conformance suite over a store, without the files that need another one. */
export const conformanceOver = (store: typeof provided.store, variant: Variant = {}) =>
  project('packages/tests/conformance', `conformance-${store}`, {
    ...variant,
    provide: { store, ...variant.provide },
    exclude: ['database-file.test.ts', ...(store === 'memory' ? [earlierVersions] : [])],
  })

/** A PostgreSQL for a project. */
export const withPostgres: Variant = {
  globalSetup: [resolve('packages/tests/postgres/setup.ts')],
}

// What goes over the wire, once more over undici.
const clientOver = (transport: 'undici') =>
  project('packages/client/test', `client-${transport}`, {
    provide: { transport },
    include: ['wire/*.test.ts'],
  })

/** What every run is given. */
export const common = {
  provide: provided,
  passWithNoTests: false,
  // One waits for the programs that its tests start, for databases or for time limits. More cost more
  // than they win: each loads and warms up the modules of a package again, for two seconds.
  maxWorkers: availableParallelism() + 1,
}

export default defineConfig({
  test: {
    ...common,
    projects: [
      ...projects,
      // What needs no AI SDK. The rest is in packages/tests/vitest.compat.ts.
      project('packages/agent-ai/test', 'agent-ai', {
        include: ['answer/*.test.ts', 'prompt/*.test.ts'],
      }),
      project('packages/tests/conformance', 'conformance'),
      clientOver('undici'),
      project('packages/tests/reliability/test', 'reliability'),
      project('packages/tests/postgres', 'postgres'),
      // The pages, and the manifests of all packages together.
      project('packages/tests/repository', 'repository'),
    ],
  },
})

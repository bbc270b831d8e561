import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests read the packages' sources, so a test run never needs a build. The condition `import` is missing,
// because vitest passes the list to Node, whose require() would then load the ES modules of dual packages.
// `module` is missing, because its files are for bundlers, and Node cannot load all of them.
const conditions = ['@doorkit/source', 'node']

// Tests start programs from their sources, together with large libraries. Node keeps the compiled code for
// the next start.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/doorkit-tests')

interface Variant {
  readonly name?: string
  readonly include?: string[]
  readonly exclude?: string[]
  readonly isolate?: boolean
  /** Whether to run only the files `*.long.test.ts`, which `npm run test:long` runs. Default: all others. */
  readonly long?: boolean
  readonly provide?: Partial<typeof provided & { postgres: string }>
  readonly globalSetup?: string[]
}

const provided: {
  /** The store that the conformance suite runs over. */
  store: 'sqlite' | 'sqlite-process' | 'memory' | 'postgres'
  /** The transport that the client sends over. */
  transport: 'fetch' | 'undici'
  /** Whether suites that `npm test` runs in part run in full, as in `npm run test:matrix`. */
  matrix: boolean
  /** More databases for the tests of the server, in `npm run test:matrix`. */
  databases: Record<string, string>
} = {
  store: 'sqlite',
  transport: 'fetch',
  matrix: false,
  databases: {},
}

// Projects whose test files share the modules of a process. Their tests leave no state in a module.
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
    // The limits end tests that hang. They are high, because a busy machine can be ten times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: !shared.includes(folder),
    globalSetup: [resolve(folder, 'global-setup.ts')].filter((file) => existsSync(file)),
    setupFiles: [resolve(folder, 'setup.ts')].filter((file) => existsSync(file)),
    ...variant,
    // All projects have the same root, so that a module is transformed once for all of them.
    include: include.map((file) => `${folder}/${file}`),
    exclude: [...exclude, ...(long ? [] : ['**/*.long.test.ts'])].map(
      (file) => `${folder}/${file}`,
    ),
  },
})

/** Leaves out the tests that need programs which npm does not install: see `npm run test:system`. */
export const withoutSystem: Variant = {
  exclude: ['browser.test.ts', 'browser/*.test.ts', 'pgbouncer.test.ts', 'redis.test.ts'],
}

// Folders whose tests need more than `npm ci` installs, or take long. Other commands run these tests.
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

// The same code serves the API over every store. So over stores other than SQLite, `npm run test:long` runs
// only the files whose promises depend on the store, and `npm run test:matrix` runs all files.
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

// The test of databases from earlier versions. A memory store has none.
export const earlierVersions = 'earlier-versions.test.ts'

/** The conformance suite over a store, without the files that need another store. */
export const conformanceOver = (store: typeof provided.store, variant: Variant = {}) =>
  project('packages/tests/conformance', `conformance-${store}`, {
    ...variant,
    provide: { store, ...variant.provide },
    exclude: ['database-file.test.ts', ...(store === 'memory' ? [earlierVersions] : [])],
  })

/** Starts PostgreSQL for a project. */
export const withPostgres: Variant = {
  globalSetup: [resolve('packages/tests/postgres/setup.ts')],
}

// The tests that send requests, run again over undici.
const clientOver = (transport: 'undici') =>
  project('packages/client/test', `client-${transport}`, {
    provide: { transport },
    include: ['wire/*.test.ts'],
  })

/** The settings of every run. */
export const common = {
  provide: provided,
  passWithNoTests: false,
  // There is one more worker than processors, because a worker often waits for a program or a database. Even
  // more workers would cost time: each needs two seconds to load the modules of a package.
  maxWorkers: availableParallelism() + 1,
}

export default defineConfig({
  test: {
    ...common,
    projects: [
      ...projects,
      // These tests need no AI SDK. packages/tests/vitest.compat.ts runs the others.
      project('packages/agent-ai/test', 'agent-ai', {
        include: ['answer/*.test.ts', 'prompt/*.test.ts'],
      }),
      project('packages/tests/conformance', 'conformance'),
      clientOver('undici'),
      project('packages/tests/reliability/test', 'reliability'),
      project('packages/tests/postgres', 'postgres'),
      project('packages/tests/repository', 'repository'),
    ],
  },
})

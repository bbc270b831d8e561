import { fileURLToPath } from 'node:url'
import { createVitest, type TestSpecification } from 'vitest/node'
import { clientFolder, leftOutTests } from './core-files.ts'

/** Runs test files of the client, on instrumented sources. */
export interface Session {
  /** The test files, from the folder of the client. */
  readonly files: readonly string[]
  /** Whether a test file fails. */
  readonly fails: (run: TestRun) => Promise<boolean>
}

/** One run of one test file. */
export interface TestRun {
  readonly file: string
  /** The mutant that the sources are; 0 is none. */
  readonly mutant: number
  /** Where to write, as JSON, the mutants whose places the tests reach; '' is nowhere. */
  readonly reachedFile: string
}

/** The text of files by their absolute path. */
export type Sources = Readonly<Record<string, string>>

/** As in the configuration of the repository, and what the setup asks for. */
const provided = { transport: 'node', mutant: 0, reachedFile: '' } as const

declare module 'vitest' {
  interface ProvidedContext {
    mutant: number
    reachedFile: string
  }
}

// As in the configuration of the repository: sources, and no build.
const conditions = ['@doorkit/source', 'node']

/** A test that takes longer waits for what the mutant never does. */
const testTimeoutMs = 5_000

/** Starts vitest with the sources in place of those on the disk. */
export async function createSession(sources: Sources): Promise<Session> {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: clientFolder,
      include: ['test/**/*.test.ts'],
      exclude: [...leftOutTests],
      setupFiles: [fileURLToPath(new URL('mutant-setup.ts', import.meta.url))],
      testTimeout: testTimeoutMs,
      hookTimeout: testTimeoutMs,
      watch: false,
      // Kept on the disk, sources with mutants in them would serve others.
      fsModuleCache: false,
      bail: 1,
      maxWorkers: 1,
      pool: 'threads',
      reporters: [{}],
      provide: provided,
    },
    {
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      plugins: [{ name: 'mutants', enforce: 'pre', load: (path) => sources[path] }],
    },
  )
  const specifications = new Map<string, TestSpecification>()
  for (const specification of await vitest.globTestSpecifications()) {
    specifications.set(specification.moduleId.slice(clientFolder.length), specification)
  }
  return {
    files: [...specifications.keys()].toSorted(),
    async fails({ file, mutant, reachedFile }) {
      const specification = specifications.get(file)
      if (!specification) throw new Error(`There is no test file ${file}`)
      vitest.provide('mutant', mutant)
      vitest.provide('reachedFile', reachedFile)
      // `bail` would count what failed before, and cancel this run.
      vitest.state.filesMap.clear()
      vitest.state.clearErrors()
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
      const [state] = testModules.map((module) => module.state())
      if (state !== 'passed' && state !== 'failed') throw new Error(`${file} is ${state}`)
      return state === 'failed' || unhandledErrors.length > 0
    },
  }
}

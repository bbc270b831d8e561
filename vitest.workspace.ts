import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Tests read the packages' sources, so a test run never needs a build. Without 'import': vitest
// hands these to Node, whose require() would then load the ES modules of dual packages. Without
// 'module': what stands there is for bundlers, and Node cannot load all of it.
const conditions = ['@doorkit/source', 'node']

const projects = ['packages', 'examples', 'runtimes'].flatMap((parent) =>
  readdirSync(parent)
    .filter((name) => existsSync(`${parent}/${name}/package.json`))
    .map((name) => ({
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      test: {
        name,
        root: `${parent}/${name}`,
        include: ['test/**/*.test.ts'],
        environment: 'node' as const,
        testTimeout: 30_000,
        hookTimeout: 60_000,
      },
    })),
)

export default defineConfig({ test: { projects, passWithNoTests: false } })

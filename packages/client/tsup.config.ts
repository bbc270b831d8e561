import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

const { dts, ...options } = base as Options & { dts: { compilerOptions: object } }

export default defineConfig({
  ...options,
  // Users need no other package, so this one contains the code of these.
  noExternal: [/^@doorkit\/(chat-stream|models)(\/|$)/, 'zod'],
  // Each CommonJS entry is one file without `import()`, which fails under some test runners.
  splitting: undefined,
  // In CommonJS, Rollup would load undici before the version of Node is checked.
  treeshake: false,
  esbuildPlugins: [
    {
      // The CommonJS file of the test workspace requires the client next to it, instead of a copy.
      name: 'share-client',
      setup({ initialOptions, onResolve }) {
        if (initialOptions.format !== 'cjs') return
        const filter = /^\.\.\/(client|errors\/doorkit-error)\.ts$/
        onResolve({ filter }, ({ importer }) =>
          importer.includes('/src/testing/') ? { path: '../index.cjs', external: true } : undefined,
        )
      },
    },
  ],
  esbuildOptions(built) {
    // The other packages are read from their sources, so this build does not need their builds.
    built.conditions = ['@doorkit/source']
  },
  dts: {
    compilerOptions: {
      ...dts.compilerOptions,
      rootDir: '..',
      paths: {
        '@doorkit/chat-stream': ['../chat-stream/src/index.ts'],
        '@doorkit/chat-stream/error': ['../chat-stream/src/chat-stream-error.ts'],
      },
    },
  },
})

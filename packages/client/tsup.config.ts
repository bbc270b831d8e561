import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

const { dts, ...options } = base as Options & { dts: { compilerOptions: object } }

export default defineConfig({
  ...options,
  // Users install nothing else: what the client is made with comes along.
  noExternal: [/^@doorkit\/(chat-stream|models)(\/|$)/, 'zod'],
  // CommonJS in one file for each entry: a `require` on demand works under every test runner.
  splitting: undefined,
  // Rollup would load undici before the version of Node is checked; esbuild drops the same by itself.
  treeshake: false,
  esbuildOptions(built) {
    // Read from their sources, so that this build does not need theirs.
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

import { defineConfig, type Options } from 'tsup'
import base from '../tsup.config.ts'

const { dts, ...options } = base as Options & { dts: { compilerOptions: object } }

export default defineConfig({
  ...options,
  // A page loads one file, which every browser of the last two years reads.
  format: ['esm'],
  target: 'es2022',
  noExternal: ['@doorkit/chat-stream'],
  esbuildOptions(built) {
    // Read from its sources, so that this build does not need that of the chat stream.
    built.conditions = ['@doorkit/source']
  },
  dts: {
    compilerOptions: {
      ...dts.compilerOptions,
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      rootDir: '..',
      paths: { '@doorkit/chat-stream': ['../chat-stream/src/index.ts'] },
    },
  },
})

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import base from '../../tsup.config.ts'

type Base = Options & { entry: Record<string, string>; dts: { compilerOptions: object } }

const { entry, dts, ...options } = base as Base
const { 'validate/index': validate = '', ...others } = entry

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Gives the main entry a copy of its own of the error of chat streams. Else it would share a file
 * with their reader, which applications load on demand. `instanceof` knows both copies.
 */
const copiedError: Plugin = {
  name: 'copied-error',
  setup({ onResolve }) {
    const path = resolve('../chat-stream/src/chat-stream-error.ts')
    onResolve({ filter: /^@doorkit\/chat-stream\/error$/ }, () => ({
      path,
      suffix: '?copy',
      sideEffects: false,
    }))
  },
}

const bundled: Options = {
  ...options,
  esbuildPlugins: [copiedError],
  // Users install nothing else: what the client is made with comes along.
  noExternal: [/^@doorkit\/(chat-stream|models)(\/|$)/, 'eventsource-parser', 'zod'],
  esbuildOptions(built) {
    // Read from their sources, so that this build does not need theirs.
    built.conditions = ['@doorkit/source']
    built.minifySyntax = true
    built.minifyWhitespace = true
    built.minifyIdentifiers = true
  },
}

export default defineConfig(({ outDir = 'dist' }) => [
  {
    ...bundled,
    entry: others,
    dts: {
      entry,
      compilerOptions: {
        ...dts.compilerOptions,
        rootDir: '..',
        paths: {
          '@doorkit/chat-stream': ['../chat-stream/src/index.ts'],
          '@doorkit/chat-stream/error': ['../chat-stream/src/chat-stream-error.ts'],
        },
      },
    },
    clean: ['!validate/*.{js,cjs}'],
  },
  // The schemas and zod come along, in one file: read from theirs they take twice as long. It is
  // larger than all the rest together, so ESM has no copy of its own.
  {
    ...bundled,
    entry: { 'validate/index': validate },
    format: ['cjs'],
    minify: true,
    clean: false,
    onSuccess: () =>
      writeFile(
        `${outDir}/validate/index.js`,
        "export { DriftError, validateResponses } from './index.cjs'\n",
      ),
  },
])

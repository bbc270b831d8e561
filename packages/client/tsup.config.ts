import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { defineConfig, type Options } from 'tsup'
import base from '../../tsup.config.ts'

type Base = Options & { entry: Record<string, string>; dts: { compilerOptions: object } }

const { entry, dts, ...options } = base as Base
const { 'validate/index': validate = '', ...others } = entry
const {
  'otel/index': otel = '',
  'sync/index': sync = '',
  'undici/index': undici = '',
  ...main
} = others

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
  noExternal: [/^@doorkit\/(chat-stream|models)(\/|$)/, 'zod'],
  esbuildOptions(built) {
    // Read from their sources, so that this build does not need theirs.
    built.conditions = ['@doorkit/source']
    // Names stay, for stack traces.
    built.minifySyntax = true
    built.minifyWhitespace = true
  },
}

/**
 * Declares in ES modules what the CommonJS files declare, under the same names. Compilers read an
 * import of CommonJS from any module, so that there is one copy of the types: half as much to
 * install, and one `ApiError` where a program imports one file and requires another.
 */
const shareDeclarations = (outDir: string) =>
  Promise.all(
    Object.keys(entry).map(async (name) => {
      await mkdir(dirname(`${outDir}/${name}`), { recursive: true })
      await writeFile(`${outDir}/${name}.d.ts`, `export * from './${basename(name)}.cjs'\n`)
    }),
  )

/**
 * Lets CommonJS load on demand by `require`: where test runners give modules a context of their own,
 * as Jest does, `import()` fails.
 */
async function requireOnDemand(outDir: string): Promise<void> {
  const names = await readdir(outDir)
  for (const name of names.filter((file) => file.endsWith('.cjs'))) {
    const text = await readFile(`${outDir}/${name}`, 'utf8')
    const required = text.replace(
      /\bimport\((["']\.\/[\w-]+\.cjs["'])\)/g,
      'Promise.resolve().then(()=>require($1))',
    )
    await writeFile(`${outDir}/${name}`, required)
  }
}

const declarations: Options = {
  ...bundled,
  entry: others,
  format: ['cjs'],
  dts: {
    only: true,
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
  clean: false,
}

export default defineConfig(({ outDir = 'dist', dts: declared }) => [
  {
    ...bundled,
    entry: main,
    clean: ['!{otel,sync,undici,validate}/*.{js,cjs}'],
    async onSuccess() {
      await requireOnDemand(outDir)
      if (declared !== false) await shareDeclarations(outDir)
    },
  },
  ...(declared === false ? [] : [declarations]),
  // What they share with the client is less than the files are that would hold it.
  {
    ...bundled,
    entry: { 'otel/index': otel, 'sync/index': sync, 'undici/index': undici },
    splitting: false,
    clean: false,
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

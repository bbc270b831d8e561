import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** Leaves out a library's own files that load on demand: bundlers put them into separate files. */
const withoutOnDemand: Plugin = {
  name: 'without-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** Bundles a program, and measures the file that loads at the start. */
export async function measureBundle(program: string, directory: string) {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: directory },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    // Optional peers of some SDKs, which users install only for features that need them.
    external: ['react', 'react-dom', '@react-email/*', 'ws'],
    plugins: [withoutOnDemand],
    write: false,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (!file) throw new Error('esbuild wrote nothing')
  return {
    minifiedBytes: file.contents.byteLength,
    gzippedBytes: gzipSync(file.contents, { level: 9 }).byteLength,
  }
}

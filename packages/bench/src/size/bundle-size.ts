import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

/** The bytes that an application with one client and one of its methods ships. */
export interface BundleSize {
  readonly minifiedBytes: number
  readonly gzippedBytes: number
}

/** Leaves out what is loaded on demand, as bundlers put it into files of its own. */
const withoutOnDemand: Plugin = {
  name: 'without-on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/** Bundles a program, and measures the file that is loaded before it runs. */
export async function measureBundle(program: string, directory: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: directory },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    // Optional peers of some, which their users install only for what needs them.
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

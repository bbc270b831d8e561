import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** What an application with one client and one of its methods ships. */
export interface BundleSize {
  readonly minifiedBytes: number
  readonly gzippedBytes: number
}

/** Bundles a program, and measures what is loaded before it runs. */
export async function measureBundle(program: string, directory: string): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: directory },
    absWorkingDir: directory,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Optional peers of some, which their users install only for what needs them.
    external: ['react', 'react-dom', '@react-email/*', 'ws'],
    metafile: true,
    outdir: 'bundle',
    write: false,
    logLevel: 'silent',
  })
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') reach(path)
    }
  }
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === '<stdin>') reach(file)
  }
  const atStart = outputFiles.filter(({ path }) =>
    [...reached].some((file) => path.endsWith(`/${file}`)),
  )
  return {
    minifiedBytes: sum(atStart.map(({ contents }) => contents.byteLength)),
    gzippedBytes: sum(atStart.map(({ contents }) => gzipSync(contents, { level: 9 }).byteLength)),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

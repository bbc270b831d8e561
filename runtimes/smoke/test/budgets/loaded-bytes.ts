import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type OutputFile } from 'esbuild'

/** A bundle of the packed client, as an application with these imports ships it. */
export interface ClientBundle {
  /** What is loaded before the application runs. */
  readonly atStart: readonly OutputFile[]
  /** What is loaded on demand. */
  readonly later: readonly OutputFile[]
}

/** Bundles some exports of the packed client. */
export async function bundleExports(
  project: string,
  names: string,
  options: BuildOptions = {},
): Promise<ClientBundle> {
  const { outputFiles = [], metafile } = await build({
    stdin: { contents: `export { ${names} } from '@doorkit/client'`, resolveDir: project },
    absWorkingDir: project,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    metafile: true,
    outdir: 'bundle',
    write: false,
    ...options,
  })
  const outputs = metafile?.outputs ?? {}
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') reach(path)
    }
  }
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === '<stdin>') reach(file)
  }
  const isReached = ({ path }: OutputFile) => [...reached].some((file) => path.endsWith(`/${file}`))
  return {
    atStart: outputFiles.filter(isReached),
    later: outputFiles.filter((file) => !isReached(file)),
  }
}

/** What the files weigh on the wire. */
export function gzippedBytes(files: readonly OutputFile[]): number {
  return files.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).byteLength, 0)
}

/** The code of the files. */
export function textOf(files: readonly OutputFile[]): string {
  return files.map(({ text }) => text).join('\n')
}

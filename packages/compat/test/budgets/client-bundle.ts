import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'

/** A bundled script. */
export interface Bundle {
  readonly text: string
  /** The size of the text after compression. */
  readonly gzippedBytes: number
  /** The files that load on demand. */
  readonly onDemand: readonly string[]
}

/** Bundles the code that an application loads at the start, without the code that loads on demand. */
export function bundleStart(project: string, application: string): Promise<Bundle> {
  return bundle({ stdin: { contents: application, resolveDir: project } })
}

/** Bundles everything that an application can load, in one file. */
export async function bundleAll(stdin: { contents: string; resolveDir: string }): Promise<Bundle> {
  return { ...(await bundle({ stdin, plugins: [] })), onDemand: [] }
}

async function bundle(options: BuildOptions): Promise<Bundle> {
  const onDemand = new Set<string>()
  const { outputFiles = [] } = await build({
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    plugins: [
      {
        name: 'on-demand',
        setup({ onResolve }) {
          onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
            if (kind !== 'dynamic-import') return undefined
            onDemand.add(resolve(resolveDir, path))
            return { path, external: true }
          })
        },
      },
    ],
    ...options,
  })
  const text = outputFiles.map((file) => file.text).join('\n')
  const gzippedBytes = gzipSync(text, { level: 9 }).byteLength
  return { text, gzippedBytes, onDemand: [...onDemand].sort() }
}

import { type BuildOptions, build, type OutputFile } from 'esbuild'

/** Bundles programs as the users of a package do, without writing files. */
export async function bundle(
  entryPoints: readonly string[],
  options: BuildOptions,
): Promise<readonly OutputFile[]> {
  const { outputFiles } = await build({
    entryPoints: [...entryPoints],
    bundle: true,
    minify: true,
    format: 'esm',
    outdir: 'bundle',
    write: false,
    ...options,
  })
  return outputFiles ?? []
}

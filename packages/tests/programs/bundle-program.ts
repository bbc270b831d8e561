import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

/**
 * Bundles a program that tests start often. Its start from the sources takes up to three times as
 * long.
 *
 * @param source - the `file:` URL of the program.
 * @param outfile - the path of the bundle, which is an ES module.
 */
export async function bundleProgram(
  source: string,
  outfile: string,
  plugins: Plugin[] = [],
): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@doorkit/source'],
    external: ['pg-native'],
    plugins,
    // Some libraries are CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
}

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const cli = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles the command into a folder, beside its manifest as in the package, and returns its file:
 * the sources take three times as long to start.
 */
export async function bundleCommand(folder: string): Promise<string> {
  const outfile = join(folder, 'dist/bin.js')
  await build({
    entryPoints: [join(cli, 'src/bin.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@doorkit/source'],
    external: ['pg-native'],
    // pg is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  copyFileSync(join(cli, 'package.json'), join(folder, 'package.json'))
  return outfile
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { atBuildTime } from '../../at-build-time.ts'

const cli = fileURLToPath(new URL('..', import.meta.url))

/**
 * A global setup of vitest: bundles the command into one file next to a copy of its package.json, and
 * sets `DOORKIT_TEST_COMMAND` to its path. Starting from the sources takes three times as long.
 */
export default async function setup(): Promise<() => void> {
  if (process.env.DOORKIT_TEST_COMMAND) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-command-'))
  const outfile = join(folder, 'dist/bin.js')
  await build({
    entryPoints: [join(cli, 'src/bin.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@doorkit/source'],
    external: ['pg-native'],
    plugins: [atBuildTime('bundleAssets', 'bundle/bundle-assets.ts')],
    // pg is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  copyFileSync(join(cli, 'package.json'), join(folder, 'package.json'))
  process.env.DOORKIT_TEST_COMMAND = outfile
  return () => rmSync(folder, { recursive: true })
}

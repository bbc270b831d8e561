import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const cli = fileURLToPath(new URL('..', import.meta.url))

/**
 * A global setup of vitest: bundles the command, beside its manifest as in the package, as the file
 * that `DOORKIT_TEST_COMMAND` names to all projects of a run. The sources take three times as long to
 * start.
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
    // pg is CommonJS.
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
  })
  copyFileSync(join(cli, 'package.json'), join(folder, 'package.json'))
  process.env.DOORKIT_TEST_COMMAND = outfile
  return () => rmSync(folder, { recursive: true })
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '@doorkit/tests/bundle-program'
import { atBuildTime } from '../../at-build-time.ts'

const cli = fileURLToPath(new URL('..', import.meta.url))

/**
 * A global setup of vitest: bundles the command into `dist/bin.js` below a copy of its package.json, and
 * sets `DOORKIT_TEST_COMMAND` to the path of the bundle. It does nothing if the variable is set.
 */
export default async function setup(): Promise<() => void> {
  if (process.env.DOORKIT_TEST_COMMAND) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-command-'))
  const outfile = join(folder, 'dist/bin.js')
  const plugins = [atBuildTime('bundleAssets', 'bundle/bundle-assets.ts')]
  await bundleProgram(new URL('../src/bin.ts', import.meta.url).href, outfile, plugins)
  copyFileSync(join(cli, 'package.json'), join(folder, 'package.json'))
  process.env.DOORKIT_TEST_COMMAND = outfile
  return () => rmSync(folder, { recursive: true })
}

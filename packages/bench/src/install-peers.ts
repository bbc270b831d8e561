import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const folder = new URL('../peers/', import.meta.url)
const manifest = new URL('package.json', folder)
const installed = new URL('node_modules/.installed', folder)

/**
 * Installs what the benches hold Doorkit against, in exact versions and beside the workspace, so
 * that nothing of it is in the lock of the workspace. Returns the versions.
 */
export async function installPeers(): Promise<Readonly<Record<string, string>>> {
  const wanted = readFileSync(manifest, 'utf8')
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    const flags = ['--no-package-lock', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', ['install', ...flags], { cwd: fileURLToPath(folder) })
    writeFileSync(installed, wanted)
  }
  return (JSON.parse(wanted) as { dependencies: Record<string, string> }).dependencies
}

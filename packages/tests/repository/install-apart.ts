import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Runs `npm ci` in folders outside the workspaces, if their installation is missing or out of date:
// node packages/tests/repository/install-apart.ts <folder>...

/**
 * Identifies an installation by its npm files and, because binaries may differ, by platform and Node
 * version.
 */
function identityOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    const path = join(folder, file)
    if (existsSync(path)) hash.update(readFileSync(path))
  }
  return `${hash.digest('hex')} ${process.platform}-${process.arch} ${process.versions.modules}\n`
}

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Name the folders to install.')

for (const folder of folders) {
  const identity = identityOf(folder)
  // `npm ci` first removes `node_modules`, so a partial installation never has this file.
  const identityFile = join(folder, 'node_modules/.installed')
  if (existsSync(identityFile) && readFileSync(identityFile, 'utf8') === identity) continue
  console.log(`Installing the packages of ${folder}. This takes a minute or two.`)
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(identityFile, identity)
}

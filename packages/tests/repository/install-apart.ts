import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Installs what folders outside the workspaces lock, each by `npm ci`, and only where it is not there
// already: node packages/tests/repository/install-apart.ts <folder>...

/** What an install is made from: another Node may need other binaries. */
function recipeOf(folder: string): string {
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
  const recipe = recipeOf(folder)
  // npm removes this file with the rest, so half an install never looks like a whole one.
  const installed = join(folder, 'node_modules/.installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === recipe) continue
  console.log(`Installing what ${folder}/package-lock.json names; this takes a minute or two.`)
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(installed, recipe)
}

// The command `changeset` knows only the npm workspaces. This program also runs it for the published
// packages that have their own lock file: node packages/tests/repository/changeset-apart.ts [command]
// [option]...
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const packagesApart = ['packages/agent-ai']

const text = readFileSync('package.json', 'utf8')
const manifest = JSON.parse(text) as { workspaces: string[] }
const workspaces = [...manifest.workspaces, ...packagesApart]
writeFileSync('package.json', `${JSON.stringify({ ...manifest, workspaces }, null, 2)}\n`)
try {
  const { status, error } = spawnSync('node_modules/.bin/changeset', process.argv.slice(2), {
    stdio: 'inherit',
  })
  if (error) throw error
  process.exitCode = status ?? 1
} finally {
  writeFileSync('package.json', text)
}

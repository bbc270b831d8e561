// Checks each published package with publint and attw, and the repository with knip. A tool that cannot
// run counts as a failure.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Manifest {
  name: string
  private?: boolean
  exports: object
}

function run(command: string, args: readonly string[]): boolean {
  const { status, error } = spawnSync(`packages/compat/node_modules/.bin/${command}`, args, {
    stdio: 'inherit',
  })
  if (error) console.error(`${command} could not run: ${error.message}`)
  return status === 0
}

const packages = readdirSync('packages').flatMap((folder) => {
  const directory = `packages/${folder}`
  if (!existsSync(`${directory}/package.json`)) return []
  const manifest = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8')) as Manifest
  return manifest.private ? [] : [{ directory, manifest }]
})

const failed: string[] = []
for (const { directory, manifest } of packages) {
  if (!existsSync(`${directory}/dist`)) {
    console.error(`${manifest.name} has no build: run npm run build first.`)
    failed.push(manifest.name)
    continue
  }
  const hasCommonJs = JSON.stringify(manifest.exports).includes('"require"')
  const profile = hasCommonJs ? 'node16' : 'esm-only'
  const checks = [
    run('publint', ['run', directory, '--strict', '--pack', 'npm']),
    run('attw', ['--pack', directory, '--profile', profile]),
  ]
  if (checks.includes(false)) failed.push(manifest.name)
}
if (!run('knip', [])) failed.push('knip')

console.log(`${packages.length} packages checked.`)
if (packages.length === 0 || failed.length > 0) {
  console.error(`Failed: ${failed.join(', ') || 'there are no packages to check'}`)
  process.exit(1)
}

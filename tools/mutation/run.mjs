// Installs what mutation tests need, the first time, and runs them over one target.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { targets } from './targets.mjs'

const [target = '', ...more] = process.argv.slice(2)
if (!targets[target]) {
  console.error(`Name one of: ${Object.keys(targets).join(', ')}.`)
  process.exit(1)
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TARGET: target },
  })
  if (error) console.error(`${command} could not run: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

if (!existsSync('tools/mutation/node_modules')) run('npm', ['ci', '--prefix', 'tools/mutation'])
run('tools/mutation/node_modules/.bin/stryker', [
  'run',
  'tools/mutation/stryker.config.mjs',
  ...more,
])

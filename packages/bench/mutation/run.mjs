// Runs the mutation tests of one target. `npm run mutation` installs their packages first.
import { spawnSync } from 'node:child_process'
import { targets } from './targets.mjs'

const [target = '', ...more] = process.argv.slice(2)
if (!targets[target]) {
  console.error(`Name a target, one of: ${Object.keys(targets).join(', ')}.`)
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

run('packages/bench/node_modules/.bin/stryker', [
  'run',
  'packages/bench/mutation/stryker.config.mjs',
  ...more,
])

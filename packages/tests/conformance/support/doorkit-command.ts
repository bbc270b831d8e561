import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The Node of the repository. */
export const nodePath = join(root, 'node_modules/.bin/node')
const bundle = process.env.DOORKIT_TEST_COMMAND
/** The arguments of Node that run `doorkit`: a bundle if there is one, or else the sources. */
export const doorkitArguments = bundle
  ? [bundle]
  : ['--conditions=@doorkit/source', join(root, 'packages/cli/src/bin.ts')]

/** The environment of a command: only the search path and the compile cache of Node. */
export const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** Runs a `doorkit` command with `--json` and returns what it prints. */
export async function runDoorkit<Result>(...command: readonly string[]): Promise<Result> {
  const { stdout } = await run(nodePath, [...doorkitArguments, ...command, '--json'], {
    env: environment,
  })
  return JSON.parse(stdout) as Result
}

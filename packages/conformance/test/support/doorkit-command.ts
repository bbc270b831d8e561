import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { doorkitArguments, environment, nodePath } from './server.ts'

const run = promisify(execFile)

/** Runs a `doorkit` command with `--json` and returns what it prints. */
export async function runDoorkit<Result>(...command: readonly string[]): Promise<Result> {
  const { stdout } = await run(nodePath, [...doorkitArguments, ...command, '--json'], {
    env: environment,
  })
  return JSON.parse(stdout) as Result
}

import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Runtime, requireProgram } from './runtimes.ts'

const programs = fileURLToPath(new URL('../../programs', import.meta.url))

/** Copies the programs into a project, so that they import its packages. */
export function copyPrograms(project: string): void {
  cpSync(programs, join(project, basename(programs)), { recursive: true })
}

/** Runs a program of a project and returns the JSON that it prints. */
export async function runProgram(
  runtime: Runtime,
  file: string,
  settings: object,
  timeout = 20_000,
): Promise<unknown> {
  const [program, ...flags] = runtime.command
  const { stdout } = await promisify(execFile)(
    requireProgram(runtime.name, program),
    [...flags, file, JSON.stringify(settings)],
    // The program gets none of the user's environment variables, such as API keys and caches.
    { timeout, env: { PATH: process.env.PATH, HOME: dirname(file) } },
  )
  return JSON.parse(stdout)
}

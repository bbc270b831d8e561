import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Runtime, requireProgram } from './runtimes.ts'

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
    // The program gets no other environment variables of the user, such as API keys and caches.
    { timeout, env: { PATH: process.env.PATH, HOME: dirname(file) } },
  )
  return JSON.parse(stdout)
}

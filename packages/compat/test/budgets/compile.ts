import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js')

const settings = {
  strict: true,
  skipLibCheck: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
}

/**
 * Compiles a program in a project, and returns the megabytes in use at the end. The compiler collects
 * garbage first, so the figure is stable to a tenth of a megabyte. Without that, two runs would differ
 * by up to fifteen megabytes.
 */
export async function memoryOf(directory: string, program: string): Promise<number> {
  const report = await compile(directory, program, { noEmit: true })
  const kilobytes = /^Memory used:\s+(\d+)K$/m.exec(report)?.[1]
  if (kilobytes === undefined) throw new Error(`The compiler did not report its memory: ${report}`)
  return Number(kilobytes) / 1_000
}

/** Returns the report of the compiler. Throws its errors, if there are any. */
async function compile(directory: string, program: string, options: object): Promise<string> {
  const project = { compilerOptions: { ...settings, ...options }, files: ['program.mts'] }
  writeFileSync(join(directory, 'program.mts'), program)
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project))
  const command = ['--expose-gc', compiler, '--project', directory, '--extendedDiagnostics']
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: directory })
    return stdout
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`The program does not compile: ${output}`, { cause: error })
  }
}

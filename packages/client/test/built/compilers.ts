import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * The compilers that the declarations are for: the oldest, the newest, and of those between the ones
 * whose own libraries changed what the declarations mention (iterators in 5.6, typed arrays in 5.7).
 */
export const compilers = ['5.4', '5.6', '5.7', '5.9', '6.0', '7.0'] as const

/** The version of a compiler, by its first two numbers. */
export type Compiler = (typeof compilers)[number]

/** Where a compiler is installed: that of the repository itself in its root. */
function folderOf(compiler: Compiler): string {
  const place = compiler === '6.0' ? '' : `runtimes/typescript-${compiler}`
  const folder = join(repository, place, 'node_modules/typescript')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!String(version).startsWith(`${compiler}.`)) {
    throw new Error(`TypeScript ${compiler} is expected in ${folder}, which has ${version}`)
  }
  return folder
}

/** Compiles a project as its user would, and resolves to what the compiler finds wrong. */
export async function mistakesOf(compiler: Compiler, project: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [join(folderOf(compiler), 'bin/tsc')], {
      cwd: project,
    })
    return ''
  } catch (error) {
    // A compiler that could not run has printed nothing.
    if (error instanceof Error && 'stdout' in error && error.stdout) return String(error.stdout)
    throw error
  }
}

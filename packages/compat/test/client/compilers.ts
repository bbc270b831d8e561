import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compat, repository } from '../support/repository.ts'

/**
 * The compilers that the declarations are for: the oldest, the newest, and of those between the ones
 * whose own libraries changed what the declarations mention (iterators in 5.6, typed arrays in 5.7).
 */
export const compilers = ['5.4', '5.6', '5.7', '5.9', '6.0', '7.0'] as const

/** The version of a compiler, by its first two numbers. */
export type Compiler = (typeof compilers)[number]

/** The folder of a compiler: 6.0 is the repository's own. */
export function folderOf(compiler: Compiler): string {
  const folder =
    compiler === '6.0'
      ? join(repository, 'node_modules/typescript')
      : join(compat, `node_modules/typescript-${compiler}`)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!String(version).startsWith(`${compiler}.`)) {
    throw new Error(`TypeScript ${compiler} is expected in ${folder}, which has ${version}`)
  }
  return folder
}

const results = new Map<Compiler, Promise<readonly string[]>>()

/** What a compiler finds wrong in each of its projects; it compiles them all when the first is asked for. */
export function mistakesOf(compiler: Compiler, projects: readonly string[]) {
  const known = results.get(compiler)
  if (known) return known
  const script = join(compat, 'compile-projects.ts')
  const result = promisify(execFile)(process.execPath, [
    script,
    folderOf(compiler),
    ...projects,
  ]).then(({ stdout }): readonly string[] => JSON.parse(stdout))
  results.set(compiler, result)
  return result
}

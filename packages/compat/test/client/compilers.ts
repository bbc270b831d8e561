import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compat, repository } from '../support/repository.ts'

/**
 * The versions of the compiler that the tests use: the oldest and the newest supported, the last of
 * version 5, the one of this repository, and two that changed types in the declarations (5.6 changed
 * iterators, 5.7 typed arrays).
 */
export const compilers = ['5.4', '5.6', '5.7', '5.9', '6.0', '7.0'] as const

/** The major and minor version of a compiler. */
export type Compiler = (typeof compilers)[number]

/** The folder of a compiler. The repository itself uses 6.0. */
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

/** The errors of a compiler in each project. Later calls for this compiler return the first result. */
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

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { repository } from '../support/repository.ts'

/**
 * The compilers that the declarations are for: the oldest, the newest, and of those between the ones
 * whose own libraries changed what the declarations mention (iterators in 5.6, typed arrays in 5.7).
 */
const supported = ['5.4', '5.6', '5.7', '5.9', '6.0', '7.0'] as const

/** The version of a compiler, by its first two numbers. */
export type Compiler = (typeof supported)[number]

/** The compilers of this run: the oldest, the repository's and the newest, and in the matrix all. */
export const compilers: readonly Compiler[] = inject('matrix') ? supported : ['5.4', '6.0', '7.0']

/** The folder of a compiler: that of the repository itself is its root. */
function folderOf(compiler: Compiler): string {
  const place = compiler === '6.0' ? '' : `runtimes/typescript-${compiler}`
  const folder = join(repository, place, 'node_modules/typescript')
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
  const script = join(repository, 'tools/compile-projects.ts')
  const result = promisify(execFile)(process.execPath, [
    script,
    folderOf(compiler),
    ...projects,
  ]).then(({ stdout }): readonly string[] => JSON.parse(stdout))
  results.set(compiler, result)
  return result
}

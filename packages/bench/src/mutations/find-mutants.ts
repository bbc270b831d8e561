import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientFolder } from './core-files.ts'
import { equivalents } from './equivalents.ts'
import { instrument } from './instrument.ts'
import type { Mutant } from './mutant.ts'
import type { Sources } from './session.ts'

/** All mutants of some files, and the sources that hold them. */
export interface FoundMutants {
  /** Every source of the client: what is edited meanwhile changes nothing. */
  readonly sources: Sources
  /** Those that a test can tell. */
  readonly mutants: readonly Mutant[]
  /** Those that are said to be none. */
  readonly leftOut: readonly Mutant[]
}

/** Makes the mutants of files of the client. */
export async function findMutants(files: readonly string[]): Promise<FoundMutants> {
  const sources: Record<string, string> = {}
  for await (const file of glob('src/**/*.ts', { cwd: clientFolder })) {
    const path = join(clientFolder, file)
    sources[path] = await readFile(path, 'utf8')
  }
  const all: Mutant[] = []
  for (const file of files) {
    const path = join(clientFolder, file)
    const source = sources[path]
    if (source === undefined) throw new Error(`The client has no ${file}`)
    const { text, mutants } = instrument(file, source, all.length + 1)
    sources[path] = text
    all.push(...mutants)
  }
  const leftOut = equivalents
    .filter(({ file }) => files.includes(`src/${file}.ts`))
    .flatMap(({ file, before, after }) => {
      const found = all.filter(
        (mutant) =>
          mutant.file === `src/${file}.ts` && mutant.before === before && mutant.after === after,
      )
      if (found.length === 0) throw new Error(`${file} has no mutant any more: ${after}`)
      return found
    })
  return { sources, mutants: all.filter((mutant) => !leftOut.includes(mutant)), leftOut }
}

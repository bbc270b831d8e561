import { measureBundle } from './bundle-size.ts'
import { measureInstall } from './install-size.ts'
import type { Library } from './libraries.ts'
import { measureLoad } from './load-time.ts'
import { measureTypes, type TypeCost } from './type-cost.ts'

/** The cost of a library before its first call. */
export type LibraryCost = Awaited<ReturnType<typeof measureLibrary>>

/**
 * How many times loading and compiling are measured. The minimum counts, because other work on the
 * machine slows some rounds down.
 */
export interface Rounds {
  readonly load: number
  readonly compile: number
}

export async function measureLibrary(
  { name, program }: Library,
  directory: string,
  rounds: Rounds,
) {
  const load = (form: 'import' | 'require') => () => measureLoad(name, form, directory)
  return {
    name,
    bundle: await measureBundle(program, directory),
    install: measureInstall(name, directory),
    importMs: Math.min(...(await repeat(rounds.load, load('import')))),
    requireMs: Math.min(...(await repeat(rounds.load, load('require')))),
    /** Each figure is the difference from an empty program. */
    types: await compareWithEmpty(program, directory, rounds.compile),
  }
}

async function compareWithEmpty(
  program: string,
  directory: string,
  rounds: number,
): Promise<TypeCost> {
  const empty = await repeat(rounds, () => measureTypes('export {}', directory))
  const full = await repeat(rounds, () => measureTypes(program, directory))
  const more = (pick: (cost: TypeCost) => number) =>
    Math.max(0, Math.min(...full.map(pick)) - Math.min(...empty.map(pick)))
  return { ms: more(({ ms }) => ms), megabytes: more(({ megabytes }) => megabytes) }
}

async function repeat<Value>(times: number, measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let round = 0; round < times; round++) values.push(await measure())
  return values
}

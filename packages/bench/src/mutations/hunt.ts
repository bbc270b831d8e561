import type { Mutant } from './mutant.ts'
import type { ReachingTest } from './reached-places.ts'
import type { TestProcess } from './test-process.ts'

/** What became of a mutant. */
export interface Fate {
  readonly mutant: Mutant
  /** The test file that found it; undefined when it survived. */
  readonly foundBy: string | undefined
  /** Whether any test came by its place. */
  readonly isReached: boolean
}

/** What comes by few places and is quick is the most likely to be of the place of a mutant. */
const costOf = ({ reached, durationMs }: ReachingTest) => reached.size * durationMs

/**
 * Makes what looks for a test file that fails with a mutant. It begins with those that found other
 * mutants of the same source, and ends with the first that fails.
 */
export function createHunt(tests: readonly ReachingTest[]) {
  const found = new Map<string, number>()
  const finds = (mutant: Mutant, { file }: ReachingTest) => found.get(`${mutant.file} ${file}`) ?? 0

  return async (mutant: Mutant, process: TestProcess): Promise<Fate> => {
    const reaching = tests
      .filter(({ reached }) => reached.has(mutant.id))
      .toSorted(
        (one, other) => finds(mutant, other) - finds(mutant, one) || costOf(one) - costOf(other),
      )
    for (const test of reaching) {
      const { file } = test
      if (!(await process.fails({ file, mutant: mutant.id, reachedFile: '' }))) continue
      found.set(`${mutant.file} ${file}`, finds(mutant, test) + 1)
      return { mutant, foundBy: file, isReached: true }
    }
    return { mutant, foundBy: undefined, isReached: reaching.length > 0 }
  }
}

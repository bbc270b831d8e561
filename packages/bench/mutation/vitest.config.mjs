import { BaseSequencer } from 'vitest/node'
import { common, project } from '../../../vitest.workspace.ts'
import { targets } from './targets.mjs'

const target = process.env.MUTATION_TARGET ?? ''
const { root, tests } = targets[target]

/**
 * Runs first the files that failed in the previous run, and quick files before slow ones: a failure ends
 * the run.
 */
class QuickestFirst extends BaseSequencer {
  async sort(files) {
    const cost = (file) => {
      const { failed, duration } = this.ctx.cache.getTestSpecificationResult(file) ?? {}
      return failed ? -1 : (duration ?? 0)
    }
    return [...files].sort((a, b) => cost(a) - cost(b))
  }
}

// The configuration of the repository's tests, for the tests of one target.
const own = project(root, target, {
  include: [...tests],
  provide: common.provide,
  // A mutant is turned on after modules are loaded, so the modules need to be loaded only once.
  isolate: false,
  // If a mutant leaves a promise pending, the test times out. That is cheaper than replacing the process.
  testTimeout: 20_000,
})

export default { ...own, test: { ...own.test, sequence: { sequencer: QuickestFirst } } }

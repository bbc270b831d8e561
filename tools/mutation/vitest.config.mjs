import workspace from '../../vitest.workspace.ts'
import { targets } from './targets.mjs'

// The conditions of the repository's own test runs, for the tests of one target alone.
const { root, tests } = targets[process.env.MUTATION_TARGET ?? '']
const { projects } = workspace.test
const own = projects.find(({ test }) => test.root === root)

export default {
  ...own,
  // A mutant in what a module does while it is loaded shows only where each file loads it anew.
  test: { ...own.test, isolate: true, include: [...tests], provide: workspace.test.provide },
}

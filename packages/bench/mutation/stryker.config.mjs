import { targets } from './targets.mjs'

const target = process.env.MUTATION_TARGET ?? ''
if (!targets[target]) {
  throw new Error(`Set MUTATION_TARGET to one of: ${Object.keys(targets).join(', ')}.`)
}

// MUTATION_EVERY=n tries only every nth mutant: an estimate, if a whole run would take too long.
const isSample = process.env.MUTATION_EVERY !== undefined

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: [
    '@stryker-mutator/vitest-runner',
    './packages/bench/mutation/prose.mjs',
    './packages/bench/mutation/sample.mjs',
  ],
  checkers: isSample ? ['sample'] : [],
  ignorers: ['prose'],
  testRunner: 'vitest',
  vitest: { configFile: 'packages/bench/mutation/vitest.config.mjs', related: false },
  mutate: [...targets[target].mutate],
  // node_modules links to the packages of this tree, so a copy of the tree would test the originals.
  inPlace: true,
  // vitest removes types without checking them.
  disableTypeChecks: false,
  concurrency: 1,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  incremental: !isSample,
  incrementalFile: `packages/bench/mutation/reports/${target}.incremental.json`,
  reporters: ['progress', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `packages/bench/mutation/reports/${target}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
  timeoutMS: 10_000,
}

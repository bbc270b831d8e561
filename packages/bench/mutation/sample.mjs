import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const every = Number(process.env.MUTATION_EVERY)

/** Keeps only every nth mutant, in the order of the files. */
class Sample {
  static inject = []

  async init() {}

  async check(mutants) {
    const verdict = ({ id }) =>
      Number(id) % every === 0
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'This mutant is not in the sample.' }
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)]))
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)]

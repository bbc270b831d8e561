import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const every = Number(process.env.MUTATION_EVERY)

/** Leaves out all but each so many mutants, which are numbered as they stand in the files. */
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

import type { Cell, Report } from '../report.ts'
import type { Fate } from './hunt.ts'
import type { MutantsMeasured } from './measure-mutants.ts'

/** What the tests have to find, in percent. */
const leastPercent = 90

/** The score as figures, and each mutant that survived. */
export function mutationsReport({ fates, leftOut }: MutantsMeasured): Report {
  const survivors = fates.filter(({ foundBy }) => foundBy === undefined)
  return {
    tables: [
      { title: 'Mutants', columns: scoreColumns, rows: scoreRows({ fates, leftOut }) },
      {
        title: 'Survivors',
        columns: ['place', 'mistake', 'line', 'as it became'],
        rows: survivors.map(({ mutant, isReached }) => [
          `${mutant.file}:${mutant.line}`,
          isReached ? mutant.operator : `${mutant.operator}, not reached`,
          mutant.before,
          mutant.after,
        ]),
      },
    ],
    targets: [{ name: 'mutants found, in %', value: percentOf(fates), atLeast: leastPercent }],
    data: fates,
  }
}

/** The head of `scoreRows`. */
export const scoreColumns: readonly string[] = [
  'file',
  'mutants',
  'found',
  'survived',
  'equivalent',
  '%',
]

/** A row for each file, and one for all of them. */
export function scoreRows({ fates, leftOut }: MutantsMeasured): Cell[][] {
  const row = (name: string, of: readonly Fate[], equivalent: number) => {
    const found = of.filter(({ foundBy }) => foundBy !== undefined).length
    return [name, ...[of.length, found, of.length - found, equivalent].map(String), percentOf(of)]
  }
  const files = new Set([...fates.map(({ mutant }) => mutant), ...leftOut].map(({ file }) => file))
  return [
    ...[...files].map((file) =>
      row(
        file,
        fates.filter(({ mutant }) => mutant.file === file),
        leftOut.filter((mutant) => mutant.file === file).length,
      ),
    ),
    row('all', fates, leftOut.length),
  ]
}

/** The share of mutants that were found, rounded down to a tenth. */
export function percentOf(fates: readonly Fate[]): number {
  const found = fates.filter(({ foundBy }) => foundBy !== undefined).length
  return Math.floor((1_000 * found) / fates.length) / 10
}

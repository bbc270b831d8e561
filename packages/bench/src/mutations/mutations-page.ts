import { equivalents } from './equivalents.ts'
import type { MutantsMeasured } from './measure-mutants.ts'
import { scoreColumns, scoreRows } from './mutations-report.ts'

const introduction = `# Mutations

Would the tests of the client find a mistake in it? This makes small mistakes in its transport core, one at a time, and runs the tests on each: a condition that always holds, \`<=\` for \`<\`, a statement left out, an anchor less in a regular expression. A mutant is found when a test fails or does not end; the share that is found is the score. It has to be 90 % at least.

\`\`\`sh
npm run bench -- mutations                       # every file; a quarter of an hour and two processors
npm run bench -- mutations --only errors/        # the files with that in their names
npm run bench -- mutations --check               # fails when the score is below 90 %
npm run bench -- mutations --write docs/mutations.md
\`\`\`

- The operators are those of Stryker (conditions, comparisons and their boundaries, logic, arithmetic, negations, texts, lists, objects, blocks, optional chaining, methods, pieces of regular expressions), and single statements that are left out. Stryker itself would add 134 packages and 49 MB to what everybody installs. \`packages/bench/src/mutations/operators.ts\` and its neighbours have them all.
- Sentences are left as they are: what a message says may change. So are constructors of errors, without which nothing would run.
- All mutants of a source are in one copy of it, each behind a question; the copy stands in for the source when vitest loads it, and no file is changed. A first run tells which tests come by which mutants. Only those run for a mutant, in a worker of their own for each file, until one fails.
- Tests that take long, or are of what is built upon the core, are left out; \`leftOutTests\` in \`packages/bench/src/mutations/core-files.ts\` names them.
- A mutant that does the same as the source does not count. Each is listed below with the reason.`

/** Writes the score as a page of the documentation. */
export function mutationsPage(measured: MutantsMeasured): string {
  const { fates, leftOut } = measured
  const survivors = fates.filter(({ foundBy }) => foundBy === undefined)
  const same = leftOut.map(({ file, before, after }) => {
    const known = equivalents.find((each) => each.before === before && each.after === after)
    return [code(file), code(before), code(after), known?.reason ?? '']
  })
  return `${[
    introduction,
    table(
      scoreColumns,
      scoreRows(measured).map((row) => row.map(String)),
    ),
    '## Survivors',
    table(
      ['file', 'source', 'mutant'],
      survivors.map(({ mutant }) => [code(mutant.file), code(mutant.before), code(mutant.after)]),
    ),
    '## Equivalent',
    table(['file', 'source', 'mutant', 'reason'], same),
  ].join('\n\n')}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '-'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** Text as it is written in a source, on one line, and not too long. */
function code(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text
  return text === '' ? 'nothing' : `\`\` ${shown} \`\``
}

/** Characters of a line that are shown. */
const longest = 160

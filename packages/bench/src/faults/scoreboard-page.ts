import { countOf, marks, meanings, type Scoreboard, type ScoredGroup } from './scoreboard.ts'
import type { Result, Scenario } from './sdks/matrix.ts'

const introduction = `# Faults

This page shows the behaviour of this SDK and of others when something goes wrong. Each scenario says what a user of any SDK would want, runs over real sockets, and is judged by what can be seen from outside: requests on the wire, how the call ended and when, what was printed. The same scenarios hold \`@doorkit/client\` as [tests](../packages/client/test/fault-matrix.test.ts).

Written by \`npm run bench -- faults --write docs/faults.md\`, which takes a minute; \`npm run bench -- faults\` only shows. The versions of the others are pinned in \`packages/bench/package.json\`.

- ✓ did what is wanted; ✗ did not; — has no option or feature for it, which counts as not passed; n.a. does not arise there, and does not count.
- Each SDK is set up as well as its documentation allows, and answered in the form of its own API: its error documents, its headers, its pages, its events. Where it takes a signal, \`AbortSignal.timeout\` counts as its time limit. Streams are read by the helper, where there is one, because it checks more than the raw stream.
- Lists are the ones that most operations of the SDK return; without a walk over all pages, — stands for all of them.`

/** Renders the scoreboard as a page of the documentation. */
export function scoreboardPage(scoreboard: Scoreboard): string {
  const sections = scoreboard.groups.map((group) => section(scoreboard, group))
  return `${[introduction, totals(scoreboard), ...sections].join('\n\n')}\n`
}

function totals(scoreboard: Scoreboard): string {
  const counts = meanings.map(([verdict, meaning]) => {
    const cells = countOf(scoreboard, verdict)
    return row([`${marks[verdict]} ${meaning}`, ...cells.map(String)])
  })
  return [...head('', scoreboard), ...counts].join('\n')
}

function section(scoreboard: Scoreboard, { title, rows }: ScoredGroup): string {
  const lines = rows.map(({ scenario, results }) =>
    row([wanted(scenario), ...results.map(measured)]),
  )
  return [`## ${title}`, '', ...head('What is wanted, and why', scoreboard), ...lines].join('\n')
}

function head(first: string, { sdks }: Scoreboard): string[] {
  const names = sdks.map(({ name, version }) => `${name} ${version}`)
  return [row([first, ...names]), row(['-', ...names.map(() => '-')])]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function wanted({ name, why, evidence }: Scenario): string {
  const asked = evidence === undefined ? '' : ` (${evidence})`
  return text(`**${name}.** ${why}${asked}`)
}

function measured({ verdict, saw }: Result): string {
  return `${marks[verdict]} ${text(saw)}`
}

/** Escapes a text for a table cell. */
function text(value: string): string {
  return value.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}

import { countOf, marks, meanings, type Scoreboard } from './scoreboard.ts'
import type { Result, Scenario } from './sdks/client-scenarios.ts'

const introduction = `# Faults

This page compares how this SDK and others behave when something goes wrong. Each scenario describes what a user of any SDK would want. The scenarios run over real sockets and check only visible behavior: the requests, how and when the call ended, and the printed output. The same scenarios are [tests](../packages/client/test/fault-matrix.test.ts) of \`@doorkit/client\`.

\`npm run bench -- faults --write docs/faults.md\` writes this page in a minute, and \`npm run bench -- faults\` prints the results. \`packages/bench/package.json\` pins the versions of the other SDKs.

- ✓ the SDK does what is wanted; ✗ it does not; — the SDK has no option or feature for the case, which counts as not passed; n.a. the case cannot happen in this SDK, and does not count.
- Each SDK runs with the best settings in its documentation, and gets answers in the format of its own API: error documents, headers, pages and events. If an SDK takes a signal, \`AbortSignal.timeout\` counts as its time limit. If an SDK has a helper for streams, the scenarios use this helper, because it makes checks that reading the raw stream does not make.
- If an SDK has several kinds of lists, the scenarios use the kind that most of its operations return. If an SDK cannot iterate over all pages, every list scenario has —.`

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

function section(scoreboard: Scoreboard, { title, rows }: Scoreboard['groups'][number]): string {
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

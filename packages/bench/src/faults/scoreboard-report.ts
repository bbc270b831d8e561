import type { Report } from '../report.ts'
import { countOf, marks, meanings, type Scoreboard } from './scoreboard.ts'

export function scoreboardReport(scoreboard: Scoreboard): Report {
  const { sdks, groups } = scoreboard
  const rows = groups.flatMap((group) => group.rows)
  const names = sdks.map(({ name, version }) => `${name} ${version}`)
  const [passed = 0] = countOf(scoreboard, 'pass')
  return {
    tables: [
      {
        title: 'Findings of failed scenarios',
        columns: [''],
        rows: sdks.flatMap(({ name }, index) =>
          rows.flatMap(({ scenario, results }) => {
            const result = results[index]
            return result?.verdict === 'fail' ? [[`${name}: ${scenario.name}: ${result.saw}`]] : []
          }),
        ),
      },
      {
        title: 'Scoreboard',
        columns: ['scenario', ...names],
        rows: rows.map(({ scenario, results }) => [
          scenario.name,
          ...results.map(({ verdict }) => marks[verdict]),
        ]),
      },
      {
        title: 'Totals',
        columns: ['', ...names],
        rows: meanings.map(([verdict, meaning]) => [
          `${marks[verdict]} ${meaning}`,
          ...countOf(scoreboard, verdict).map(String),
        ]),
      },
    ],
    targets: [
      { name: `scenarios that ${sdks[0]?.name} passes`, value: passed, atLeast: rows.length },
    ],
    data: rows.map(({ scenario: { name, why, evidence }, results }) => ({
      name,
      why,
      ...(evidence !== undefined && { evidence }),
      results: Object.fromEntries(results.map((result, index) => [sdks[index]?.name, result])),
    })),
  }
}

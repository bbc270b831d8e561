import type { Figures, Row } from './campaign.ts'

/** The figures of a campaign in one line. */
export function printFigures(name: string, of: Figures): string {
  const number = (value: number) => value.toLocaleString('en')
  const more = Object.entries(of.figures).map(([figure, value]) => `${number(value)} ${figure}`)
  const facts = [
    `${number(of.cases)} cases`,
    `${number(of.failed)} failures`,
    `${number(of.rounds)} rounds in ${of.seconds} s from seed ${of.seed}`,
    ...more,
  ]
  return `${name.padEnd(14)} ${facts.join(', ')}`
}

/** The rows of a campaign under the names of their columns. */
export function printRows(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: string | number | null | undefined) =>
    typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const isNumber = names.map((name) => rows.every((row) => typeof row[name] !== 'string'))
  return lines
    .map((line) =>
      line
        .map((text, column) => {
          const width = widths[column] ?? 0
          return isNumber[column] ? text.padStart(width) : text.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

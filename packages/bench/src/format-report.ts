import { type Cell, isMet, type Report, type Table, type Target } from './report.ts'

/** Renders a report as text: each table, and then each target with its value. */
export function formatReport({ tables, targets }: Report): string {
  return [...tables.map(formatTable), targets.map(formatTarget).join('\n')].join('\n\n')
}

function formatTable({ title, columns, rows }: Table): string {
  const texts = [columns, ...rows.map((row) => row.map(formatCell))]
  const widths = columns.map((_name, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  )
  const lines = texts.map((row) =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [title, ...lines].join('\n')
}

function formatCell(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'string') return cell
  return cell >= 100 ? Math.round(cell).toLocaleString('en') : cell.toFixed(2)
}

function formatTarget(target: Target): string {
  const { name, value, atLeast, atMost } = target
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ]
  const outcome = isMet(target) ? 'reached' : 'MISSED'
  return `${outcome}: ${name}, ${bounds.join(' and ')}: ${formatCell(value)}`
}

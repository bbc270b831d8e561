import type { AggregateQuery, AggregateRow, Measure } from '../port.ts'
import { StoreError } from '../store-error.ts'
import { columnOf, type StoredRow } from './stored-row.ts'

/** Groups matching rows and computes the measures of each group. */
export function aggregateRows(rows: Iterable<StoredRow>, query: AggregateQuery): AggregateRow[] {
  const groupBy = query.groupBy ?? []
  const groups = new Map<string, StoredRow[]>()
  if (groupBy.length === 0) groups.set('[]', [])
  for (const row of rows) {
    const name = JSON.stringify(groupBy.map((column) => columnOf(row, column)))
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups.values()].map((group) => {
    const values = Object.entries(query.measures).map(
      ([name, measure]) => [name, measureOf(group, measure)] as const,
    )
    const [first] = group
    return {
      group: first ? groupBy.map((column) => columnOf(first, column)) : [],
      values: Object.fromEntries(values),
    }
  })
}

function measureOf(rows: readonly StoredRow[], measure: Measure): number | null {
  if (measure.op === 'count') return rows.length
  const numbers = rows
    .map((row) => columnOf(row, measure.column))
    .filter((value) => typeof value === 'number')
  switch (measure.op) {
    case 'sum':
      return requireSafe(numbers.reduce((sum, value) => sum + value, 0))
    case 'min':
      return numbers.reduce<number | null>((least, value) => Math.min(least ?? value, value), null)
    case 'max':
      return numbers.reduce<number | null>((most, value) => Math.max(most ?? value, value), null)
  }
}

function requireSafe(sum: number): number {
  if (Number.isSafeInteger(sum)) return sum
  throw new StoreError('fault', 'A sum is beyond the safe integers.')
}

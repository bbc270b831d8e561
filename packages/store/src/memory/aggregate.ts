import type { AggregateQuery, AggregateRow, Measure } from '../port.ts'
import { StoreError } from '../store-error.ts'
import { columnOf, type StoredRow } from './stored-row.ts'

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
  if (measure.op !== 'sum') {
    const minOrMax = Math[measure.op]
    return numbers.reduce<number | null>((found, value) => minOrMax(found ?? value, value), null)
  }
  const sum = sumOf(numbers)
  if (Number.isSafeInteger(sum)) return sum
  throw new StoreError('fault', 'A sum is beyond the safe integers.')
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0
  for (const value of numbers) {
    sum += value
    // From here on, a sum of numbers could be rounded.
    if (!Number.isSafeInteger(sum)) {
      return Number(numbers.reduce((before, value) => before + BigInt(value), 0n))
    }
  }
  return sum
}

import type { ColumnValue, Condition, Filter } from '../row-and-filter.ts'
import { columnOf, compareValues, type StoredRow } from './stored-row.ts'

/** Whether a row meets every condition of a filter. */
export type Predicate = (row: StoredRow) => boolean

/** Makes a predicate from a filter, for many rows. */
export function toPredicate(filter: Filter): Predicate {
  const conditions = filter.map(conditionToPredicate)
  return (row) => conditions.every((holds) => holds(row))
}

function conditionToPredicate(condition: Condition): Predicate {
  const { column } = condition
  switch (condition.op) {
    case 'isNull':
      return (row) => (columnOf(row, column) === null) === condition.value
    case 'in': {
      const wanted: ReadonlySet<unknown> = new Set(condition.value)
      return (row) => wanted.has(columnOf(row, column))
    }
    case 'eq':
      return (row) => columnOf(row, column) === condition.value
    case 'lt':
      return comparison(condition, (order) => order < 0)
    case 'lte':
      return comparison(condition, (order) => order <= 0)
    case 'gt':
      return comparison(condition, (order) => order > 0)
    case 'gte':
      return comparison(condition, (order) => order >= 0)
  }
}

function comparison(
  { column, value }: { readonly column: string; readonly value: ColumnValue },
  holds: (order: number) => boolean,
): Predicate {
  return (row) => {
    const actual = columnOf(row, column)
    return actual !== null && holds(compareValues(actual, value))
  }
}

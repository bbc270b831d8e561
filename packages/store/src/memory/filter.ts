import type { Condition, Filter } from '../row-and-filter.ts'
import { columnOf, compareValues, type StoredRow } from './stored-row.ts'

/** Whether a row meets every condition of a filter. */
export type Predicate = (row: StoredRow) => boolean

export function toPredicate(filter: Filter): Predicate {
  const conditions = filter.map(conditionToPredicate)
  return (row) => conditions.every((holds) => holds(row))
}

const comparisons = {
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
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
    default: {
      const holds = comparisons[condition.op]
      return (row) => {
        const value = columnOf(row, column)
        return value !== null && holds(compareValues(value, condition.value))
      }
    }
  }
}

import type { Filter, KeyValue } from '../port.ts'
import type { IndexPlan } from '../schema.ts'
import { columnOf, type StoredRow } from './row.ts'

/** The rows that hold values of a unique index. */
export interface UniqueIndex {
  readonly plan: IndexPlan
  /** Rows by the JSON text of their values. */
  readonly holders: Map<string, StoredRow>
}

/** Creates a unique index without rows. */
export function createUniqueIndex(plan: IndexPlan): UniqueIndex {
  return { plan, holders: new Map() }
}

/** The row that has the same values as this one, which may be the row itself. */
export function holderOf(index: UniqueIndex, row: StoredRow): StoredRow | undefined {
  const place = placeOf(index, (column) => columnOf(row, column))
  return place === undefined ? undefined : index.holders.get(place)
}

/** Records that a row holds its values. */
export function hold(index: UniqueIndex, row: StoredRow): void {
  const place = placeOf(index, (column) => columnOf(row, column))
  if (place !== undefined) index.holders.set(place, row)
}

/** Frees a row's values. */
export function release(index: UniqueIndex, row: StoredRow): void {
  const place = placeOf(index, (column) => columnOf(row, column))
  if (place !== undefined) index.holders.delete(place)
}

/** The one row a filter can match, when the filter fixes every column; `'many'` when it does not. */
export function findFixed(index: UniqueIndex, filter: Filter): StoredRow | undefined | 'many' {
  const place = placeOf(index, (column) => {
    const fixed = filter.find((condition) => condition.key === column && condition.op === 'eq')
    return fixed?.op === 'eq' ? fixed.value : null
  })
  return place === undefined ? 'many' : index.holders.get(place)
}

/** Undefined when a value is null: such rows are not compared. */
function placeOf(index: UniqueIndex, read: (column: string) => KeyValue): string | undefined {
  const values = index.plan.on.map(read)
  return values.includes(null) ? undefined : JSON.stringify(values)
}

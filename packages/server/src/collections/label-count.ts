import type { WriteOp } from '@doorkit/store'
import { digest } from '../values/digest.ts'
import { analyticsRetention } from './analytics-day.ts'
import { addOps, collection } from './collection.ts'
import { type Dimensions, matchingFilters, setName } from './daily-counts.ts'
import { oneOf, plain } from './declare-collection.ts'

/** The kinds of labels that analytics count. */
export type LabelKind = 'intent' | 'buying_stage' | 'failure'

const labelCountColumns = {
  workspace: 'text',
  day: 'integer',
  kind: oneOf<LabelKind>(),
  label: 'text',
  /** The set that contains the row, as in `dailyCounts`. */
  by_day: 'text',
  value: 'integer',
} as const

/** How many evaluations of a day have a label, for each filter of analytics. */
export const labelCounts = collection<typeof labelCountColumns, null>({
  name: 'label_counts',
  columns: labelCountColumns,
  indexes: [
    { name: 'label_counts_by_day', on: ['workspace', 'by_day', 'day'] },
    { name: 'label_counts_age', on: ['day'] },
  ],
  retention: analyticsRetention,
  fields: plain('kind', 'label', 'by_day'),
})

export function labelOps(
  workspace: string,
  day: number,
  dimensions: Pick<Dimensions, 'page' | 'source' | 'device'>,
  kind: LabelKind,
  label: string,
): WriteOp[] {
  return matchingFilters(dimensions).flatMap((filter) => {
    const by_day = setName(filter, 'day')
    const id = `${day}.${digest([kind, label, by_day])}`
    const empty = { workspace, day, kind, label, by_day, value: 0 }
    return addOps(labelCounts, id, empty, { value: 1 })
  })
}

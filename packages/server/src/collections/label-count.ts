import type { WriteOp } from '../store/index.ts'
import { collection } from './record.ts'
import { type Dimensions, digest } from './rollup.ts'

/** The kinds of labels that grading gives. */
export type LabelKind = 'intent' | 'buying_stage' | 'failure'

/** How often grading gave a label on a day, by page, source and device. */
export const labelCounts = collection<
  {
    workspace: string
    day: number
    kind: LabelKind
    label: string
    page: string
    source: string
    device: string
    value: number
  },
  null
>({
  name: 'label_counts',
  keys: {
    workspace: 'text',
    day: 'integer',
    kind: 'text',
    label: 'text',
    page: 'text',
    source: 'text',
    device: 'text',
    value: 'integer',
  },
  indexes: [
    { name: 'label_counts_day', on: ['workspace', 'day'] },
    { name: 'label_counts_age', on: ['day'] },
  ],
})
export const labelCountPlan = labelCounts.plan

/** The writes that count a label, once or as often as said. */
export function labelOps(
  workspace: string,
  day: number,
  { page, source, device }: Pick<Dimensions, 'page' | 'source' | 'device'>,
  kind: LabelKind,
  label: string,
  times = 1,
): WriteOp[] {
  const id = `${workspace}.${day}.${digest([kind, label, page, source, device])}`
  const keys = { workspace, day, kind, label, page, source, device, value: 0 }
  return [
    labelCounts.insert(id, keys, null, 'ignore'),
    labelCounts.patch(id, { add: { value: times } }),
  ]
}

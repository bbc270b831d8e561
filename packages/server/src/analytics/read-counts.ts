import { type LabelKind, labelCounts } from '../records/label-count.ts'
import { type RollupCounter, rollupCounters, rollups } from '../records/rollup.ts'
import type { Filter, Store } from '../store/index.ts'

/** Sums of the counters of a group; `ai` is above 0 when any of it came from an AI assistant. */
export type Counts = Record<RollupCounter | 'ai', number>

const names = [...rollupCounters, 'ai'] as const

/** The counts of a group without rows. */
export const noCounts: Readonly<Counts> = Object.freeze(
  Object.fromEntries(names.map((name) => [name, 0])) as Counts,
)

/** Sums the counters of days by one dimension. */
export async function readCounts(
  store: Store,
  where: Filter,
  by: 'day' | 'page' | 'source' | 'device',
): Promise<Map<string, Counts>> {
  const rows = await store.aggregate({
    in: rollups.plan.name,
    where,
    groupBy: [by],
    measures: Object.fromEntries(names.map((name) => [name, { op: 'sum', key: name } as const])),
  })
  return new Map(
    rows.map(({ group, values }) => [
      String(group[0]),
      Object.fromEntries(names.map((name) => [name, values[name] ?? 0])) as Counts,
    ]),
  )
}

/** Counts labels; the answer gives those of one kind, most frequent first. */
export async function readLabels(
  store: Store,
  where: Filter,
): Promise<(kind: LabelKind) => { label: string; count: number }[]> {
  const rows = await store.aggregate({
    in: labelCounts.plan.name,
    where,
    groupBy: ['kind', 'label'],
    measures: { count: { op: 'sum', key: 'value' } },
  })
  return (kind) =>
    rows
      .filter(({ group }) => group[0] === kind)
      .map(({ group, values: { count } }) => ({ label: String(group[1]), count: count ?? 0 }))
      .sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1))
}

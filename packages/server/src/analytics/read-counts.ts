import { type LabelKind, labelCounts } from '../collections/label-count.ts'
import { type RollupCounter, rollupCounters, rollups } from '../collections/rollup.ts'
import type { Filter, Store } from '../store/index.ts'
import type { Day } from './local-day.ts'

/** Sums of the counters of a group; `ai` is above 0 when any of it came from an AI assistant. */
export type Counts = Record<RollupCounter | 'ai', number>

const names = [...rollupCounters, 'ai'] as const

/** The counts of a group without rows. */
export const noCounts: Readonly<Counts> = Object.freeze(
  Object.fromEntries(names.map((name) => [name, 0])) as Counts,
)

type Dimension = 'day' | 'page' | 'source' | 'device'

/**
 * Counts by two dimensions, to be added up by either.
 *
 * @param fromDay - leaves out earlier days, where the day is one of the two.
 */
export type CountsBy = (dimension: Dimension, fromDay?: Day) => Map<string, Counts>

/** Sums the counters of days by two dimensions at once: going through them costs the most. */
export async function readCounts(
  store: Store,
  where: Filter,
  by: readonly [Dimension, Dimension],
): Promise<CountsBy> {
  const rows = await store.aggregate({
    in: rollups.plan.name,
    where,
    groupBy: by,
    measures: Object.fromEntries(names.map((name) => [name, { op: 'sum', key: name } as const])),
  })
  const dayAt = by.indexOf('day')
  return (dimension, fromDay = 0) => {
    const sums = new Map<string, Counts>()
    const at = by.indexOf(dimension)
    for (const { group, values } of rows) {
      if (dayAt !== -1 && Number(group[dayAt]) < fromDay) continue
      const label = String(group[at])
      const sum = sums.get(label) ?? { ...noCounts }
      for (const name of names) sum[name] += values[name] ?? 0
      sums.set(label, sum)
    }
    return sums
  }
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

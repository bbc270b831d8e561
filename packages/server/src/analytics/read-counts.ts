import type { Store } from '@doorkit/store'
import { namesPerDay } from '../collections/analytics-day.ts'
import { equals } from '../collections/collection.ts'
import {
  type CountFilter,
  type DailyCounter,
  dailyCounters,
  dailyCounts,
  type Facet,
  setName,
} from '../collections/daily-counts.ts'
import { type LabelKind, labelCounts } from '../collections/label-count.ts'
import { addDays, type Day } from '../values/local-days.ts'

/**
 * The counts of a group. In a group of one source, `ai` is above 0 if a visitor came from an AI
 * assistant. In other groups it is 0.
 */
export type Counts = Record<DailyCounter | 'ai', number>

const names = [...dailyCounters, 'ai'] as const

export const noCounts: Readonly<Counts> = Object.freeze(
  Object.fromEntries(names.map((name) => [name, 0])) as Counts,
)

export interface CountQuery {
  readonly workspace: string
  readonly filter: CountFilter
  readonly from: Day
  readonly to: Day
}

/** The most rows that one query reads. SQLite needs about 20 milliseconds for them. */
const rowsAtOnce = 10_000

/** How many rows of one day a query by a facet reads at most: two for each value, one with `ai`. */
const rowsPerDay: { readonly [Name in Facet]: number } = {
  day: 2,
  page: 2 * (namesPerDay.pages + 1),
  source: 2 * (namesPerDay.sources + 1),
  device: 6,
}

/** Sums daily counters by one facet. Long ranges need several queries. */
export async function readCounts(
  store: Store,
  { workspace, filter, from, to }: CountQuery,
  by: Facet,
): Promise<Map<string, Counts>> {
  const facet = by === 'day' || filter[by] === undefined ? by : 'day'
  const days = Math.floor(rowsAtOnce / rowsPerDay[facet])
  const sums = new Map<string, Counts>()
  for (let first = from; first <= to; first = addDays(first, days)) {
    const rows = await store.aggregate({
      in: dailyCounts.plan.name,
      where: [
        equals('workspace', workspace),
        equals(`by_${facet}`, setName(filter, facet)),
        { column: 'day', op: 'gte', value: first },
        { column: 'day', op: 'lte', value: Math.min(to, addDays(first, days - 1)) },
      ],
      groupBy: [by],
      measures: Object.fromEntries(
        names.map((name) => [name, { op: 'sum', column: name } as const]),
      ),
    })
    for (const { group, values } of rows) {
      const label = String(group[0])
      const sum = sums.get(label) ?? { ...noCounts }
      for (const name of names) sum[name] += values[name] ?? 0
      sums.set(label, sum)
    }
  }
  return sums
}

/** Counts labels. Returns a function that lists the labels of one kind, the most frequent first. */
export async function readLabels(
  store: Store,
  { workspace, filter, from, to }: CountQuery,
): Promise<(kind: LabelKind) => { label: string; count: number }[]> {
  const rows = await store.aggregate({
    in: labelCounts.plan.name,
    where: [
      equals('workspace', workspace),
      equals('by_day', setName(filter, 'day')),
      { column: 'day', op: 'gte', value: from },
      { column: 'day', op: 'lte', value: to },
    ],
    groupBy: ['kind', 'label'],
    measures: { count: { op: 'sum', column: 'value' } },
  })
  return (kind) =>
    rows
      .filter(({ group }) => group[0] === kind)
      .map(({ group, values: { count } }) => ({ label: String(group[1]), count: count ?? 0 }))
      .sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1))
}

import { Analytics } from '@doorkit/models'
import type { Ref, WriteOp } from '@doorkit/store'
import { digest } from '../values/digest.ts'
import { dayMs, localDay } from '../values/local-days.ts'
import { addOps, collection } from './collection.ts'
import type { AgeLimit } from './declare-collection.ts'

const longestRangeDays = Math.max(
  ...Analytics.shape.range.options.map((range) => Number.parseInt(range, 10)),
)

/**
 * How many days the counts of analytics are kept: the longest range, the range before it, and one day
 * for time zones behind UTC.
 */
export const analyticsRetentionDays = 2 * longestRangeDays + 1

/** How long the counts of a day are kept. The day is a number, such as 20261012. */
export const analyticsRetention: AgeLimit = {
  by: 'day',
  from: (now) => localDay(now - (analyticsRetentionDays - 1) * dayMs, 'UTC'),
  words: `for ${analyticsRetentionDays} days`,
}

/** How many names a day can list. It lists those that occur first. */
export const namesPerDay = { pages: 500, sources: 100 } as const

export type NameKind = keyof typeof namesPerDay

const analyticsDayColumns = {
  workspace: 'text',
  day: 'integer',
  pages: 'integer',
  sources: 'integer',
} as const

/** How many pages and sources have counts of their own on each day of a workspace. */
export const analyticsDays = collection<typeof analyticsDayColumns, null>({
  name: 'analytics_days',
  columns: analyticsDayColumns,
  indexes: [{ name: 'analytics_days_age', on: ['day'] }],
  retention: analyticsRetention,
  fields: {},
})

/**
 * The pages and sources that were counted by name on a day. The id contains the day, and a digest of the
 * kind and the name.
 */
export const analyticsNames = collection<{ workspace: 'text'; day: 'integer' }, null>({
  name: 'analytics_names',
  columns: { workspace: 'text', day: 'integer' },
  indexes: [{ name: 'analytics_names_age', on: ['day'] }],
  retention: analyticsRetention,
  fields: {},
})

export function dayRef(workspace: string, day: number): Ref {
  return analyticsDays.ref(workspace, String(day))
}

export function nameRef(workspace: string, day: number, kind: NameKind, name: string): Ref {
  return analyticsNames.ref(workspace, `${day}.${digest([kind, name])}`)
}

/** The writes that add names to a day. The commit fails if the day already lists one of them or is full. */
export function addNames(
  workspace: string,
  day: number,
  names: ReadonlyMap<NameKind, string>,
): WriteOp[] {
  if (names.size === 0) return []
  const kinds = [...names.keys()]
  return [
    ...[...names].map(([kind, name]) =>
      analyticsNames.insert(nameRef(workspace, day, kind, name).id, { workspace, day }, null),
    ),
    ...addOps(
      analyticsDays,
      dayRef(workspace, day).id,
      { workspace, day, pages: 0, sources: 0 },
      Object.fromEntries(kinds.map((kind) => [kind, 1])),
      { when: kinds.map((kind) => ({ column: kind, op: 'lt', value: namesPerDay[kind] })) },
    ),
  ]
}

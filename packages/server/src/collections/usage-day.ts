import type { Store, WriteOp } from '@doorkit/store'
import type { TurnUsage } from '../ports/agent-turn-report.ts'
import { digest } from '../values/digest.ts'
import { type Day, dayMs, localDay } from '../values/local-days.ts'
import { addOps, collection, equals, listAll } from './collection.ts'
import { plain } from './declare-collection.ts'

const retentionDays = 400

const usageDayColumns = {
  workspace: 'text',
  /** The day as a number, such as 20261124. */
  day: 'integer',
  /** Empty if the agent does not name a model. */
  model: 'text',
  turns: 'integer',
  input_tokens: 'integer',
  output_tokens: 'integer',
  cached_tokens: 'integer',
} as const

/** The tokens that the agent of a workspace used on a day (UTC), by model. */
export const usageDays = collection<typeof usageDayColumns, null>({
  name: 'usage_days',
  columns: usageDayColumns,
  indexes: [
    { name: 'usage_days_model', on: ['workspace', 'day', 'model'], unique: true },
    { name: 'usage_days_age', on: ['day'] },
  ],
  retention: {
    by: 'day',
    from: (now) => localDay(now - retentionDays * dayMs, 'UTC'),
    words: `for ${retentionDays} days`,
  },
  fields: plain('model'),
})

export function usageOps(workspace: string, usage: TurnUsage | null, at: number): WriteOp[] {
  if (usage === null) return []
  const day = localDay(at, 'UTC')
  const model = usage.model ?? ''
  const id = model === '' ? String(day) : `${day}_${digest([model])}`
  const none = { turns: 0, input_tokens: 0, output_tokens: 0, cached_tokens: 0 }
  const add = {
    turns: 1,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_tokens: usage.cachedInputTokens,
  }
  return addOps(usageDays, id, { workspace, day, model, ...none }, add)
}

/** Reads the usage of a workspace from one day to another, inclusive, the oldest day first. */
export function readUsageDays(store: Store, workspace: string, from: Day, to: Day) {
  return listAll(store, usageDays, 'usage_days_model', [
    equals('workspace', workspace),
    { column: 'day', op: 'gte', value: from },
    { column: 'day', op: 'lte', value: to },
  ])
}

import type { WriteOp } from '@doorkit/store'
import type { TurnUsage } from '../ports/agent-turn-report.ts'
import { dayMs } from '../values/day-ms.ts'
import { localDay } from '../values/local-day.ts'
import { collection } from './collection.ts'

const retentionDays = 400

/** The tokens that the agent of a workspace used on a day (UTC). */
export const usageDays = collection<
  {
    readonly workspace: string
    /** The day as a number, such as 20261124. */
    readonly day: number
    readonly turns: number
    readonly input_tokens: number
    readonly output_tokens: number
    readonly cached_tokens: number
  },
  null
>({
  name: 'usage_days',
  columns: {
    workspace: 'text',
    day: 'integer',
    turns: 'integer',
    input_tokens: 'integer',
    output_tokens: 'integer',
    cached_tokens: 'integer',
  },
  indexes: [
    { name: 'usage_days_day', on: ['workspace', 'day'], unique: true },
    { name: 'usage_days_age', on: ['day'] },
  ],
  retention: {
    by: 'day',
    from: (now) => localDay(now - retentionDays * dayMs, 'UTC'),
    words: `for ${retentionDays} days`,
  },
  fields: {},
})

/** The writes that count the tokens of a turn. */
export function countUsage(workspace: string, usage: TurnUsage | null, at: number): WriteOp[] {
  if (usage === null) return []
  const day = localDay(at, 'UTC')
  const none = { turns: 0, input_tokens: 0, output_tokens: 0, cached_tokens: 0 }
  const add = {
    turns: 1,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_tokens: usage.cachedInputTokens,
  }
  return [
    usageDays.insert(String(day), { workspace, day, ...none }, null, 'ignore'),
    usageDays.patch(workspace, String(day), { add }),
  ]
}

import * as z from 'zod'
import { readUsageDays } from '../collections/usage-day.ts'
import { check } from '../errors/check-input.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { StoreServices } from '../services/services.ts'
import { firstOfMonth, formatDay, localDay, parseDay } from '../values/local-days.ts'

/** How much the agent of a workspace used one model on one day. */
export interface UsageDay {
  /** The day in UTC, such as `2026-11-24`. */
  readonly day: string
  /** The model; null if the agent does not name one. */
  readonly model: string | null
  /** The number of turns that used the model. */
  readonly turns: number
  /** The tokens that the model read, including the tokens from its cache. */
  readonly inputTokens: number
  /** The tokens that the model wrote. */
  readonly outputTokens: number
  /** The tokens that the model read from its cache. */
  readonly cachedInputTokens: number
}

const day = z.iso.date('A day is a date such as 2026-11-24.')

const Span = z
  .strictObject({
    /** The first day, such as `2026-11-01`. Default: the first of the month of `to`. */
    from: day.optional(),
    /** The last day, which is included. Default: today. */
    to: day.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: '`from` is after `to`.',
    path: ['from'],
  })

/** The days whose usage to read, in UTC. */
export type UsageSpan = z.input<typeof Span>

/** Reads the usage of a workspace: see `Doorkit.usage`. */
export type ReadUsage = (workspace: string, span?: UsageSpan) => Promise<UsageDay[]>

export function usageReader(ready: () => Promise<StoreServices>): ReadUsage {
  return async (id, given = {}) => {
    const { from, to } = check(Span, given)
    const { store, clock } = await ready()
    const workspace = await findWorkspace(store, id)
    const today = localDay(clock.now(), 'UTC')
    const last = to === undefined ? today : parseDay(to)
    const first = from === undefined ? firstOfMonth(last) : parseDay(from)
    const rows = await readUsageDays(store, workspace.id, first, last)
    return rows.map(({ columns }) => ({
      day: formatDay(columns.day),
      model: columns.model || null,
      turns: columns.turns,
      inputTokens: columns.input_tokens,
      outputTokens: columns.output_tokens,
      cachedInputTokens: columns.cached_tokens,
    }))
  }
}

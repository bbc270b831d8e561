import { setTimeout as sleep } from 'node:timers/promises'
import type { Cost } from '@doorkit/models'
import type { ContenderFacts } from './contender.ts'

/** The count of requests to a contender in one minute, which starts with the first of them. */
export interface Minute {
  readonly endsAt: number
  /** How many requests may be sent in it. All API keys are used equally. */
  readonly most: number
  sent: number
}

/** The share of a rate limit that the load uses at most, so that no request is refused. */
const shareOfLimit = 7 / 8
/** One second more than a window, because the windows of the API keys start one after the other. */
const minuteMs = 61_000

const minutes = new Map<string, Minute>()

/**
 * Returns the minute in which the requests of the next round count. It waits for a new minute if more
 * than half of the requests that the current one allows have been sent.
 */
export async function minuteOf(
  contender: string,
  { limits, workspaces }: ContenderFacts,
  cost: Cost,
): Promise<Minute> {
  const name = `${contender} ${cost}`
  const known = minutes.get(name)
  if (known && known.sent > known.most / 2) await sleep(known.endsAt - performance.now())
  if (known && performance.now() < known.endsAt) return known
  const keys = workspaces.reduce((sum, workspace) => sum + workspace.keys.length, 0)
  const most = limits ? limits[cost] * keys * shareOfLimit : Number.POSITIVE_INFINITY
  const next: Minute = { endsAt: performance.now() + minuteMs, most, sent: 0 }
  minutes.set(name, next)
  return next
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cost } from '@doorkit/models'
import type { ContenderFacts } from './contender.ts'

/** What a contender is asked in the minute that begins with a first request. */
export interface Minute {
  readonly endsAt: number
  /** So many may be sent in it, as each key is asked as often as the others. */
  readonly most: number
  sent: number
}

/** Of a limit: what is measured is a key that stays below it. */
const shareOfLimit = 7 / 8
/** A second more than a window has, as keys begin theirs one after the other. */
const minuteMs = 61_000

const minutes = new Map<string, Minute>()

/**
 * The minute that the requests of a round count in: where half of it is used up, the next one, once that
 * begins. So no request is refused for its limit, and a limit is as it is in the contract.
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
  const begun: Minute = { endsAt: performance.now() + minuteMs, most, sent: 0 }
  minutes.set(name, begun)
  return begun
}

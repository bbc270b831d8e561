import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Caller } from './caller.ts'

const reportEveryMs = 60_000

/** A limit of a plan that requests are refused for. */
export interface UsedLimit {
  /** Its name in `plans`. */
  readonly name: 'requests_per_minute' | 'heavy_requests_per_minute' | 'chat_sessions_per_month'
  readonly limit: number
}

/** Hears of a request that was refused for a limit, and tells the host where to change it. */
export type ReportLimit = (caller: Pick<Caller, 'key' | 'workspace'>, used: UsedLimit) => void

/** Makes a {@link ReportLimit} that writes once a minute at most: refusals come in floods. */
export function createLimitReport(clock: Clock, logger: Logger): ReportLimit {
  let reportedAt = Number.NEGATIVE_INFINITY
  return ({ key, workspace }, { name, limit }) => {
    const now = clock.now()
    if (now - reportedAt < reportEveryMs) return
    reportedAt = now
    const { plan } = workspace.data
    logger.warn(
      { workspace: workspace.id, key: key.id, plan, limit: `plans.${plan}.${name}`, value: limit },
      'Requests are refused, as a limit of the plan is used. Change it with `plans` of createDoorkit, or `doorkit serve --limits`.',
    )
  }
}

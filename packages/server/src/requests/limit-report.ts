import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { credentialIdOf, type RequestPrincipal } from './principal.ts'

const reportEveryMs = 60_000

export interface UsedLimit {
  readonly name: 'requests_per_minute' | 'heavy_requests_per_minute' | 'chat_sessions_per_month'
  readonly limit: number
}

/** Logs that a request was refused because of a limit, and how the host can change the limit. */
export type ReportLimit = (requestPrincipal: RequestPrincipal, used: UsedLimit) => void

/** Makes a {@link ReportLimit} that logs each limit of a plan at most once a minute. */
export function createLimitReport(clock: Clock, logger: Logger): ReportLimit {
  const reportedAt = new Map<string, number>()
  return ({ principal, workspace }, used) => {
    const now = clock.now()
    const { plan } = workspace.data
    const limit = `plans.${plan}.${used.name}`
    if (now - (reportedAt.get(limit) ?? Number.NEGATIVE_INFINITY) < reportEveryMs) return
    reportedAt.set(limit, now)
    logger.warn(
      { workspace: workspace.id, key: credentialIdOf(principal), plan, limit, value: used.limit },
      'Requests are refused because a limit of the plan is used up. Change it with `plans` of createDoorkit, or `doorkit serve --limits`.',
    )
  }
}

import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'

/** How far ahead of this server's clock another one may be before that is reported. */
export const largestSkewMs = 10_000

const reportEveryMs = 60_000

/** Hears of a time that another server took from its clock, and reports one that is far ahead. */
export type ReportTime = (workspace: string, time: number) => void

/** Makes a {@link ReportTime} that writes once a minute at most. */
export function createTimeReport(clock: Clock, logger: Logger): ReportTime {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (workspace, time) => {
    const now = clock.now()
    if (time <= now + largestSkewMs || now - reportedAt < reportEveryMs) return
    reportedAt = now
    logger.warn(
      { workspace, seconds: Math.round((time - now) / 1_000) },
      'The clock of another server is so many seconds ahead of this one, or this one is behind. Changes are dated by the later one: set the clocks.',
    )
  }
}

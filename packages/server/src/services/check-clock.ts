import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'

/** How far another server's clock may be ahead before the kit logs a warning, in milliseconds. */
export const largestSkewMs = 10_000

const reportEveryMs = 60_000

/** Checks a time from another server's clock, and logs a warning if that clock is far ahead. */
export type CheckClock = (workspace: string, time: number) => void

/** Makes a {@link CheckClock} that warns at most once a minute. */
export function createClockCheck(clock: Clock, logger: Logger): CheckClock {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (workspace, time) => {
    const now = clock.now()
    if (time <= now + largestSkewMs || now - reportedAt < reportEveryMs) return
    reportedAt = now
    logger.warn(
      { workspace, seconds: Math.round((time - now) / 1_000) },
      'The clock of another server is this many seconds ahead of the clock of this server. One of the two is wrong. Changes are dated by the later clock: synchronize the clocks.',
    )
  }
}

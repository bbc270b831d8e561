import type { RateLimit } from '../answer/rate-limit.ts'
import type { Clock } from '../attempt/clock.ts'

/** By how much the ends of one window may differ: answers give them in whole seconds. */
const toleranceMs = 1_500

/** A budget of requests, as the answers report it. */
export interface RequestBudget {
  /** The budget that an answer named last; undefined before the first. */
  last(): RateLimit | undefined
  /**
   * When the next request may be sent: 0 for now, the end of the window when all is used, infinity
   * while it depends on answers that are still to come.
   */
  readyAt(): number
  /** Notes that a request was sent. */
  sent(): void
  /** Notes how a request was answered; undefined where the answer did not say. */
  answered(rateLimit: RateLimit | undefined, retryAfterMs: number | undefined): void
}

/** Keeps what the last answers said, and counts what is under way: it may not be in it yet. */
export function createRequestBudget(clock: Pick<Clock, 'now'>): RequestBudget {
  let remaining = Number.POSITIVE_INFINITY
  // Infinite until an answer describes the present window.
  let resetAt = Number.POSITIVE_INFINITY
  let underWay = 0
  let last: RateLimit | undefined

  function rollOver() {
    if (resetAt > clock.now()) return
    remaining = Math.max(1, last?.limit ?? Number.POSITIVE_INFINITY)
    resetAt = Number.POSITIVE_INFINITY
  }

  return {
    last: () => last,
    readyAt() {
      rollOver()
      if (remaining > underWay) return 0
      return remaining > 0 ? Number.POSITIVE_INFINITY : resetAt
    },
    sent() {
      underWay += 1
    },
    answered(rateLimit, retryAfterMs) {
      underWay -= 1
      const now = clock.now()
      if (rateLimit) {
        last = rateLimit
        const at = now + rateLimit.resetSeconds * 1_000
        // Answers of one window overtake each other: the lowest count is the newest.
        const sameWindow = Math.abs(at - resetAt) <= toleranceMs
        remaining = sameWindow ? Math.min(remaining, rateLimit.remaining) : rateLimit.remaining
        resetAt = at
      }
      if (retryAfterMs !== undefined) {
        remaining = 0
        resetAt = rateLimit ? Math.max(resetAt, now + retryAfterMs) : now + retryAfterMs
      }
    },
  }
}

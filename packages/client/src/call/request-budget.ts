import type { RateLimit } from '../answer/rate-limit.ts'
import type { Clock } from '../attempt/clock.ts'

/** How far apart two computed ends of the same window may be, because answers report whole seconds. */
const toleranceMs = 1_500

/** One budget of an API key, as the answers report it. */
export type RequestBudget = ReturnType<typeof createRequestBudget>

/** Combines the last answers with the requests in flight, which these answers may not count yet. */
export function createRequestBudget(clock: Pick<Clock, 'now'>) {
  let remaining = Number.POSITIVE_INFINITY
  // Infinity until an answer describes the current window.
  let resetAt = Number.POSITIVE_INFINITY
  let requestsInFlight = 0
  let last: RateLimit | undefined

  function rollOver() {
    if (resetAt > clock.now()) return
    remaining = Math.max(1, last?.limit ?? Number.POSITIVE_INFINITY)
    resetAt = Number.POSITIVE_INFINITY
  }

  return {
    /** The rate limit of the last answer that had one; undefined before the first. */
    last: () => last,
    /**
     * When the next request may be sent: 0 for now, the end of the window when the budget is used up,
     * or infinity while that depends on answers still to come.
     */
    readyAt() {
      rollOver()
      if (remaining > requestsInFlight) return 0
      return remaining > 0 ? Number.POSITIVE_INFINITY : resetAt
    },
    sent() {
      requestsInFlight += 1
    },
    /** Records the end of a request, with the rate limit and the wait that its answer names, if any. */
    answered(rateLimit: RateLimit | undefined, retryAfterMs: number | undefined) {
      requestsInFlight -= 1
      const now = clock.now()
      if (rateLimit) {
        last = rateLimit
        const at = now + rateLimit.resetSeconds * 1_000
        // Answers may arrive out of order: within one window the lowest count is the newest.
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

import type { Clock } from '../attempt/clock.ts'

/** The most retries that the budget can contain. */
const capacity = 20

/** How often one more retry is added, even without a success. */
const refillMs = 1_000

/** The part of a retry that each successful call adds. */
export const refillBySuccess = 0.1

/** Creates the token bucket of one API key, so that retries do not overload a failing server. */
export function createRetryBudget(clock: Pick<Clock, 'now'>) {
  let tokens = capacity
  let filledAt = clock.now()

  /**
   * Takes `count` retries from the budget, or adds some for a negative count. If the budget has fewer
   * than `count`, takes none and returns false.
   */
  return (count: number): boolean => {
    const now = clock.now()
    tokens = Math.min(capacity, tokens + (now - filledAt) / refillMs)
    filledAt = now
    if (tokens < count) return false
    tokens -= count
    return true
  }
}

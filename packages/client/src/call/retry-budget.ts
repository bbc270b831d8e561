import type { Clock } from '../attempt/clock.ts'

/** Retries that a client may make at once. */
const capacity = 20

/** How long it takes a client that fails all the time to earn one more retry. */
const refillMs = 1_000

/** The share that each successful call earns: at most one retry for ten of them, in the long run. */
export const earnedBySuccess = 0.1

/**
 * Takes retries out of the budget of a client, or puts some in when it is given less than nothing.
 * False, and nothing taken, when there are not as many.
 */
export type SpendRetries = (count: number) => boolean

/** A token bucket, shared by all calls of one client, so that they do not storm a server that is down. */
export function createRetryBudget(clock: Pick<Clock, 'now'>): SpendRetries {
  let tokens = capacity
  let filledAt = clock.now()

  return (count) => {
    const now = clock.now()
    tokens = Math.min(capacity, tokens + (now - filledAt) / refillMs)
    filledAt = now
    if (tokens < count) return false
    tokens -= count
    return true
  }
}

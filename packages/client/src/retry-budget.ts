import type { Clock } from './clock.ts'

/** Retries that a client may make at once. */
const capacity = 20

/** What a client that fails all the time may still make. */
const refillPerSecond = 1

/** What each successful call adds: at most one retry for ten of them, in the long run. */
const refillPerSuccess = 0.1

/** The retries a client may still make, so that many calls do not storm a server that is down. */
export interface RetryBudget {
  /** Takes one retry out; false when there is none. */
  take(): boolean
  /** Tells that a call succeeded. */
  succeeded(): void
}

/** A token bucket, shared by all calls of one client. */
export function createRetryBudget(clock: Pick<Clock, 'now'>): RetryBudget {
  let tokens = capacity
  let filledAt = clock.now()

  function refill(extra: number) {
    const now = clock.now()
    tokens = Math.min(capacity, tokens + extra + ((now - filledAt) / 1_000) * refillPerSecond)
    filledAt = now
  }

  return {
    take() {
      refill(0)
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    succeeded: () => refill(refillPerSuccess),
  }
}

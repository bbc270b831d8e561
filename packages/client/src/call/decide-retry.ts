import type { DoorkitError } from '../errors/doorkit-error.ts'
import { DeadlineError } from '../errors/timeout-errors.ts'
import { backoffMs } from './backoff.ts'

interface RetryState {
  /** How many retries the call has made. */
  readonly retries: number
  readonly maxRetries: number
  /** The time until the deadline of the call. */
  readonly leftMs: number
  readonly spendRetries: (count: number) => boolean
  readonly random: () => number
}

/** Decides how long to wait before the next attempt; undefined if there is none. */
export function decideRetry(
  error: DoorkitError,
  { retries, maxRetries, leftMs, spendRetries, random }: RetryState,
): number | undefined {
  // The deadline ends the call, even if its timer fires a moment early.
  if (error instanceof DeadlineError) return undefined
  const { retryable, retryAfterMs = 0 } = error
  const freeMs = leftMs - retryAfterMs
  if (!retryable || retries >= maxRetries || freeMs <= 0) return undefined
  // A retry after a wait that the server asked for does not count against the retry budget.
  if (retryAfterMs === 0 && !spendRetries(1)) return undefined
  // The client's own wait takes at most half of the time left, so that the attempt has the rest.
  return retryAfterMs + Math.min(backoffMs(retries + 1, random), freeMs / 2)
}

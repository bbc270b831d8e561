import { limits } from '@doorkit/models'
import type { AttemptOutcome } from '../ports/webhook-sender.ts'

/** Whether the receiver accepted the event, with any 2xx status (docs/api.md#deliveries). */
export function succeeded({ status }: Pick<AttemptOutcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * The time of the next automatic attempt after `made` attempts; null if the schedule is over.
 *
 * @param random - a number from 0 to 1: it chooses the jitter, up to 10 % earlier or later.
 */
export function nextAttemptAt(
  made: number,
  outcome: AttemptOutcome,
  now: number,
  random: number,
): number | null {
  const interval = limits.webhookRetrySeconds[made - 1]
  if (interval === undefined) return null
  const jitter = 1 + (random * 2 - 1) * limits.webhookRetryJitter
  const requestedMs =
    outcome.status === 429 || outcome.status === 503 ? (outcome.retryAfterMs ?? 0) : 0
  const longest = limits.webhookRetryAfterSeconds * 1_000
  return now + Math.max(Math.round(interval * 1_000 * jitter), Math.min(requestedMs, longest))
}

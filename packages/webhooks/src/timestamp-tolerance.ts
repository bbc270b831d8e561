import { verificationError } from './verification-error.ts'

/** How a delivery's age is judged. */
export interface WebhookClock {
  /**
   * How far `webhook-timestamp` may lie from the clock, in seconds, either way. Beyond it a
   * delivery is refused, which stops old ones from being replayed. Default 300.
   */
  toleranceSeconds?: number | undefined
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** Five minutes (docs/api.md#signature). */
const defaultToleranceSeconds = 300

/** The clock in whole seconds. */
export function nowSeconds(now: (() => number) | undefined): number {
  const clock: unknown = now ?? Date.now
  const seconds = typeof clock === 'function' ? Math.floor(clock() / 1000) : Number.NaN
  // NaN is neither before nor after anything, so it would let every delivery pass.
  if (!Number.isFinite(seconds)) throw verificationError('invalid_option', 'now')
  return seconds
}

/** Refuses a timestamp that is not a plain number of seconds, or too far from the clock. */
export function checkTimestamp(timestamp: string, clock: WebhookClock): void {
  const tolerance = clock.toleranceSeconds ?? defaultToleranceSeconds
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw verificationError('invalid_option', 'toleranceSeconds')
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw verificationError('malformed_timestamp')
  const ageSeconds = nowSeconds(clock.now) - Number(timestamp)
  if (ageSeconds > tolerance) {
    throw verificationError('timestamp_too_old', `${ageSeconds} s old`)
  }
  if (-ageSeconds > tolerance) {
    throw verificationError('timestamp_too_new', `${-ageSeconds} s ahead`)
  }
}

import { verificationError } from './error.ts'

/** The options that decide whether a delivery is too old or too new. */
export interface WebhookClock {
  /**
   * How far `webhook-timestamp` may be from the clock in either direction, in seconds. Other deliveries
   * are refused, so that old ones cannot be replayed. Default 300.
   */
  toleranceSeconds?: number | undefined
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** Five minutes (docs/api.md#signature). */
const defaultToleranceSeconds = 300

export function nowSeconds(now: (() => number) | undefined): number {
  const clock: unknown = now ?? Date.now
  const seconds = typeof clock === 'function' ? Math.floor(clock() / 1000) : Number.NaN
  // Comparisons with NaN are false, so every delivery would pass.
  if (!Number.isFinite(seconds)) throw verificationError('invalid_option', 'now')
  return seconds
}

/** Refuses a timestamp that is not a whole number of seconds, or that is too far from the clock. */
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

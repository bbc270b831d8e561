/** The client's source of time. A test passes its own clock and never waits. */
export interface Clock {
  /**
   * Milliseconds since the epoch. Only differences matter, except for a `Retry-After` with a date, and
   * for the `retryAt` of an error.
   */
  now(): number
  /**
   * Calls back once, after `delayMs`. The returned handle is only passed to `clearTimeout`.
   *
   * A timer with the `purpose` `wait` delays an attempt. One with `limit` aborts work that takes too
   * long, or reports a long wait. A test's clock may skip waits, but never limits.
   */
  setTimeout(callback: () => void, delayMs: number, purpose: TimerPurpose): unknown
  /** Cancels a timer that has not fired yet. */
  clearTimeout(handle: unknown): void
}

/** The purpose of a timer, see {@link Clock.setTimeout}. */
export type TimerPurpose = 'wait' | 'limit'

/** The system clock. It is monotonic: changing the system time does not move deadlines. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/** The longest delay of a JavaScript timer; longer ones fire immediately. */
export const longestDelayMs = 2_147_483_647

/** The time as the client sees it; a test passes one of its own and never waits. */
export interface Clock {
  /** Milliseconds since the epoch. Only differences are used, but for a dated `Retry-After`. */
  now(): number
  /**
   * Calls back once, after `delayMs`. The returned handle is only given to `clearTimeout`.
   *
   * `purpose` says what the time is for. A `wait` delays the next attempt of a call; a `limit`
   * ends what takes too long. A test's clock may pass waits at once, and never limits.
   */
  setTimeout(callback: () => void, delayMs: number, purpose: TimerPurpose): unknown
  /** Calls off what has not been called back yet. */
  clearTimeout(handle: unknown): void
}

/** The purpose of a timer of the client. */
export type TimerPurpose = 'wait' | 'limit'

/** The clock of the machine. Steady: a changed system time moves no deadline. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (callback, delayMs) => setTimeout(callback, delayMs),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/** The longest delay a timer takes; longer ones would fire at once. */
export const longestDelayMs = 2_147_483_647

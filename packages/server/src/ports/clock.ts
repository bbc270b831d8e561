/** Time, as the server kit sees it. Pass a manual clock in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `wake` once after `delayMs`, and returns a function that cancels the call. */
  after(delayMs: number, wake: () => void): () => void
}

/** Resolves after `ms` milliseconds of a clock. */
export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}

/** The machine's clock. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs)
    timer.unref?.()
    return () => clearTimeout(timer)
  },
}

/** The length does not matter: any interval keeps the process alive. */
const keepAliveMs = 3_600_000

/**
 * Keeps the process alive until the returned function is called. The clock's timers do not keep it
 * alive, and a store may have no open connection.
 */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, keepAliveMs)
  return () => clearInterval(timer)
}

/** A clock that moves only when its owner moves it. */
export interface ManualClock extends Clock {
  /** Moves time forward and calls the due timers in order. */
  advance(milliseconds: number): void
}

/** Makes a {@link ManualClock} that starts at `start` milliseconds since the epoch. */
export function manualClock(start: number): ManualClock {
  let now = start
  const pending = new Set<{ at: number; wake: () => void }>()
  return {
    now: () => now,
    after(delayMs, wake) {
      const timer = { at: now + delayMs, wake }
      pending.add(timer)
      return () => pending.delete(timer)
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = [...pending]
          .filter((timer) => timer.at <= end)
          .sort((left, right) => left.at - right.at)[0]
        if (!next) break
        pending.delete(next)
        now = Math.max(now, next.at)
        next.wake()
      }
      now = end
    },
  }
}

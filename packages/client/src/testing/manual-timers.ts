/** A timer of a test clock. */
export interface Timer {
  /** When it fires, in milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
  /** Whether it is a client's wait, which the clock may skip. */
  readonly isWait: boolean
}

/** Timers of a clock that stands still and moves only by jumps. */
export interface ManualTimers {
  now(): number
  set(delayMs: number, wake: () => void, isWait?: boolean): Timer
  cancel(timer: Timer): void
  /** When the next timer is due; undefined without one. */
  nextAt(which?: (timer: Timer) => boolean): number | undefined
  /** Moves the clock forward to a time, and fires the timers that are due by then, in order. */
  jump(to: number): void
}

/** Creates the timers of a clock that starts at `startsAt`. */
export function createManualTimers(startsAt: number): ManualTimers {
  const timers = new Set<Timer>()
  let nowMs = startsAt

  function nextTimer(which: (timer: Timer) => boolean): Timer | undefined {
    let soonest: Timer | undefined
    for (const timer of timers) {
      if (which(timer) && (soonest === undefined || timer.at < soonest.at)) soonest = timer
    }
    return soonest
  }

  return {
    now: () => nowMs,
    set(delayMs, wake, isWait = false) {
      const timer = { at: nowMs + Math.max(0, delayMs), wake, isWait }
      timers.add(timer)
      return timer
    },
    cancel: (timer) => void timers.delete(timer),
    nextAt: (which = () => true) => nextTimer(which)?.at,
    jump(to) {
      for (;;) {
        const timer = nextTimer(({ at }) => at <= to)
        if (!timer) break
        timers.delete(timer)
        nowMs = Math.max(nowMs, timer.at)
        timer.wake()
      }
      nowMs = Math.max(nowMs, to)
    },
  }
}

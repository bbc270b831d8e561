/** A timer of a test clock. */
export interface Timer {
  /** When it fires, in milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
  /** Whether the clock may skip it: a client waits, or an answer is delayed. */
  readonly isWait: boolean
}

/** Creates timers and their clock, which starts at `startsAt` and moves only by `jump`. */
export function createManualTimers(startsAt: number) {
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
    set(delayMs: number, wake: () => void, isWait = false): Timer {
      const timer = { at: nowMs + Math.max(0, delayMs), wake, isWait }
      timers.add(timer)
      return timer
    },
    cancel: (timer: Timer) => void timers.delete(timer),
    /** When the next timer is due; undefined without one. */
    nextAt: (which: (timer: Timer) => boolean = () => true) => nextTimer(which)?.at,
    /** Moves the clock forward to a time, and fires the timers that are due by then, in order. */
    jump(to: number) {
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

import type { Clock } from '../src/clock.ts'

/** A clock under a test's control: waits take no time, and time limits pass only when told to. */
export interface TestClock extends Clock {
  /** The waits that were begun, in milliseconds: those between attempts. */
  readonly waits: number[]
  /** Lets every running time limit pass. */
  expire(): void
  /** How many timers are set. */
  pending(): number
}

/** `limits` are the delays that are time limits (timeout, deadline); all others are waits. */
export function createTestClock(limits: readonly number[] = [30_000]): TestClock {
  let nowMs = Date.UTC(2026, 0, 1)
  const running = new Map<object, { callback: () => void; delayMs: number }>()
  const waits: number[] = []

  function fire(handle: object) {
    const timer = running.get(handle)
    if (!timer) return
    running.delete(handle)
    nowMs += timer.delayMs
    timer.callback()
  }

  return {
    waits,
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      const handle = {}
      running.set(handle, { callback, delayMs })
      if (!limits.includes(delayMs)) {
        waits.push(delayMs)
        setImmediate(fire, handle)
      }
      return handle
    },
    clearTimeout: (handle) => void running.delete(handle as object),
    expire: () => [...running.keys()].forEach(fire),
    pending: () => running.size,
  }
}

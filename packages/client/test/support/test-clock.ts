import type { Clock } from '../../src/attempt/clock.ts'

/**
 * A clock under a test's control: waits take no real time, and time limits pass only when the test says so.
 */
export interface TestClock extends Clock {
  /** The waits before attempts so far, in milliseconds. */
  readonly waits: number[]
  /** The time limits so far, in milliseconds. */
  readonly limits: number[]
  /** Fires every timer that is set. */
  expire(): void
  /** How many timers are set. */
  pending(): number
}

/** Creates a clock that starts at the beginning of 2026. */
export function createTestClock(): TestClock {
  let nowMs = Date.UTC(2026, 0, 1)
  const running = new Map<object, { callback: () => void; delayMs: number }>()
  const waits: number[] = []
  const limits: number[] = []

  function fire(handle: object) {
    const timer = running.get(handle)
    if (!timer) return
    running.delete(handle)
    nowMs += timer.delayMs
    timer.callback()
  }

  return {
    waits,
    limits,
    now: () => nowMs,
    setTimeout(callback, delayMs, purpose) {
      const handle = {}
      running.set(handle, { callback, delayMs })
      if (purpose === 'limit') {
        limits.push(delayMs)
      } else {
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

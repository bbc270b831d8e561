/** Timers that fire when the test says so. */
export interface FakeTimers {
  schedule: (callback: () => void, delayMs: number) => () => void
  /** Lets this much time pass. */
  advance: (ms: number) => void
  /** How many timers are set. */
  countPending: () => number
  /** Resolves as soon as a timer is set. */
  untilSet: () => Promise<void>
}

export function createFakeTimers(): FakeTimers {
  const timers = new Map<object, { at: number; callback: () => void }>()
  let now = 0
  let onSet = () => {}
  return {
    schedule(callback, delayMs) {
      const handle = {}
      timers.set(handle, { at: now + delayMs, callback })
      onSet()
      return () => timers.delete(handle)
    },
    advance(ms) {
      now += ms
      for (const [handle, { at, callback }] of timers) {
        if (at > now) continue
        timers.delete(handle)
        callback()
      }
    },
    countPending: () => timers.size,
    untilSet: () =>
      new Promise((resolve) => {
        if (timers.size > 0) resolve()
        else onSet = resolve
      }),
  }
}

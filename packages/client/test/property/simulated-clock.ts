import type { Clock } from '../../src/attempt/clock.ts'

/** A clock whose time moves only while a test runs some work, from timer to timer. */
export interface SimulatedClock extends Clock {
  /** Moves time until the work has ended, and returns its result. */
  run<Value>(work: PromiseLike<Value>): Promise<Value>
  /** Resolves after some time. */
  pause(delayMs: number, signal?: AbortSignal | null): Promise<void>
  /** How many timers are set. */
  pending(): number
}

/** Creates a clock that starts at `startsAt`. */
export function createSimulatedClock(startsAt = Date.UTC(2026, 0, 1)): SimulatedClock {
  let nowMs = startsAt
  const timers = new Map<object, { readonly at: number; readonly callback: () => void }>()

  function fireNext() {
    const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at)
    if (!next) return
    const [handle, { at, callback }] = next
    timers.delete(handle)
    nowMs = Math.max(nowMs, at)
    callback()
  }

  const setTimer = (callback: () => void, delayMs: number) => {
    const handle = {}
    timers.set(handle, { at: nowMs + delayMs, callback })
    return handle
  }

  return {
    now: () => nowMs,
    setTimeout: setTimer,
    clearTimeout: (handle) => void timers.delete(handle as object),
    pending: () => timers.size,
    pause: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimer(resolve, delayMs)
        signal?.addEventListener('abort', () => {
          timers.delete(timer)
          reject(signal.reason)
        })
      }),
    async run(work) {
      let hasEnded = false
      const end = () => {
        hasEnded = true
      }
      work.then(end, end)
      while (!hasEnded) {
        await new Promise(setImmediate)
        if (!hasEnded) fireNext()
      }
      return work
    },
  }
}

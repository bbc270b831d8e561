import type { Clock } from './clock.ts'
import { AbortedError } from './errors/aborted-error.ts'

/** Waits; the caller's signal ends the wait with an {@link AbortedError}. */
export function sleep(
  delayMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = clock.now() + delayMs
  return new Promise((resolve, reject) => {
    let timer: unknown
    const onAbort = () => {
      clock.clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      if (signal) reject(new AbortedError(signal))
    }
    const wait = (waitMs: number) => {
      timer = clock.setTimeout(
        () => {
          const leftMs = until - clock.now()
          // A timer counts from when the event loop last read the clock, so it may fire early. (A
          // clock that stands still is a test's.)
          if (leftMs > 0 && leftMs < waitMs) return wait(Math.ceil(leftMs))
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        waitMs,
        'wait',
      )
    }
    wait(delayMs)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort)
  })
}

import type { Clock } from '../attempt/clock.ts'
import { startTimer } from '../attempt/timer.ts'

/**
 * Waits; the caller's signal ends the wait.
 *
 * @throws AbortedError
 */
export function sleep(
  delayMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = clock.now() + delayMs
  return new Promise((resolve, reject) => {
    startTimer(clock, delayMs, 'wait', signal, (error) => {
      const leftMs = until - clock.now()
      // A timer counts from when the event loop last read the clock, so it may fire early. (A clock
      // that stands still is a test's.)
      if (error) reject(error)
      else if (leftMs > 0 && leftMs < delayMs) resolve(sleep(Math.ceil(leftMs), clock, signal))
      else resolve()
    })
  })
}

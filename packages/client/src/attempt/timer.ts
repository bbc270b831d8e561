import { AbortedError } from '../errors/aborted-error.ts'
import type { Clock, TimerPurpose } from './clock.ts'

/**
 * Calls `end` once: when the time is over, which may be never, or with an AbortedError when the
 * caller's signal comes first. Gives what calls it off. Neither a timer nor a listener is left behind.
 *
 * @throws AbortedError when the signal came before.
 */
export function startTimer(
  clock: Clock,
  delayMs: number,
  purpose: TimerPurpose,
  signal: AbortSignal | undefined,
  end: (error?: AbortedError) => void,
): () => void {
  if (signal?.aborted) throw new AbortedError(signal)
  let timer: unknown
  const release = () => {
    if (timer !== undefined) clock.clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const finish = (error?: AbortedError) => {
    release()
    end(error)
  }
  const onAbort = () => finish(new AbortedError(signal as AbortSignal))
  signal?.addEventListener('abort', onAbort)
  // Last, for a clock may call back at once.
  if (delayMs < Number.POSITIVE_INFINITY) timer = clock.setTimeout(() => finish(), delayMs, purpose)
  return release
}

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

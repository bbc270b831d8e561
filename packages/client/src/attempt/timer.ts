import { AbortedError } from '../errors/aborted-error.ts'
import type { Clock, TimerPurpose } from './clock.ts'

/**
 * Calls `end` once: after `delayMs` (which may be infinite), or with an AbortedError when the signal is
 * aborted first. Returns a function that cancels the timer. No timer and no listener is left behind.
 *
 * @throws AbortedError if the signal is already aborted.
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
  // Must be last: a clock may call back synchronously.
  if (delayMs < Number.POSITIVE_INFINITY) timer = clock.setTimeout(() => finish(), delayMs, purpose)
  return release
}

/** Waits until the time is over, or rejects with an AbortedError when the signal is aborted. */
export function sleep(
  delayMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = clock.now() + delayMs
  return new Promise((resolve, reject) => {
    startTimer(clock, delayMs, 'wait', signal, (error) => {
      const leftMs = until - clock.now()
      // A timer counts from when the event loop last read the clock, so it may fire early. (The clock of
      // a test may not move at all.)
      if (error) reject(error)
      else if (leftMs > 0 && leftMs < delayMs) resolve(sleep(Math.ceil(leftMs), clock, signal))
      else resolve()
    })
  })
}

import { AbortedError } from '../errors/aborted-error.ts'
import type { Clock, TimerPurpose } from './clock.ts'

/**
 * Calls `end` once: when the time is over, or with an AbortedError when the caller's signal comes
 * first. Gives what calls it off. Neither a timer nor a listener is left behind.
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
  const release = () => {
    clock.clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const onAbort = () => {
    release()
    end(new AbortedError(signal as AbortSignal))
  }
  const onTime = () => {
    release()
    end()
  }
  let timer: unknown
  signal?.addEventListener('abort', onAbort)
  // Last, for a clock may call back at once.
  timer = clock.setTimeout(onTime, delayMs, purpose)
  return release
}

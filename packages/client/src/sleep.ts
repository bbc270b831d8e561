import type { Clock } from './clock.ts'
import { AbortedError } from './errors/aborted-error.ts'

/** Waits; the caller's signal ends the wait with an {@link AbortedError}. */
export function sleep(
  delayMs: number,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clock.clearTimeout(timer)
      if (signal) reject(new AbortedError(signal))
    }
    const onEnd = () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    const timer = clock.setTimeout(onEnd, delayMs, 'wait')
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

import type { Clock } from './clock.ts'
import { AbortedError } from './errors/aborted-error.ts'

/** What can end a piece of work early. */
export interface Bounds {
  readonly clock: Clock
  readonly timeoutMs: number
  /** The error of a work that took longer. */
  readonly onTimeout: () => Error
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
}

/**
 * Runs work under one timer and the caller's signal. Whichever comes first aborts the signal that
 * the work received and rejects at once, even if the work pays no heed. Leaves neither a timer nor
 * a listener behind, if the work calls `release` at its end, well or not.
 */
export function bounded<Value>(
  bounds: Bounds,
  work: (signal: AbortSignal, release: () => void) => Promise<Value>,
): Promise<Value> {
  const { clock, signal } = bounds
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw new AbortedError(signal)
    const controller = new AbortController()
    const release = () => {
      clock.clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    const stop = (reason: Error) => {
      release()
      reject(reason)
      controller.abort(reason)
    }
    const onAbort = () => signal && stop(new AbortedError(signal))
    const timer = clock.setTimeout(() => stop(bounds.onTimeout()), bounds.timeoutMs, 'limit')
    signal?.addEventListener('abort', onAbort)
    // Handed on as they are, so that the stack of an error leads to who made the call.
    work(controller.signal, release).then(resolve, reject)
  })
}

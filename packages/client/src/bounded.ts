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
 * a listener behind.
 */
export async function bounded<Value>(
  bounds: Bounds,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { clock, signal } = bounds
  if (signal?.aborted) throw new AbortedError(signal)
  const controller = new AbortController()
  let stop: (reason: Error) => void = () => {}
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const onAbort = () => signal && stop(new AbortedError(signal))
  const timer = clock.setTimeout(() => stop(bounds.onTimeout()), bounds.timeoutMs, 'limit')
  signal?.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    clock.clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

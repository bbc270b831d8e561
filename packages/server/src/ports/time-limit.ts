import { unlessAborted } from '@doorkit/store'
import type { Clock } from './clock.ts'

export interface TimeLimit {
  readonly clock: Clock
  readonly limitMs: number
  /** Makes the error for work that takes longer. */
  readonly late: () => Error
}

/**
 * Runs work with a time limit. When the time is over, it aborts the signal and rejects, even if the work
 * ignores the signal.
 */
export async function withinTime<T>(
  { clock, limitMs, late }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  const cancel = clock.after(limitMs, () => controller.abort(late()))
  try {
    return await unlessAborted(Promise.resolve(work(signal)), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    cancel()
  }
}

import type { CallSettings } from './matrix.ts'

/**
 * The signal of a call. Where an SDK takes a signal, one that times out is the deadline that it
 * has: its users are not worse off for the lack of an option.
 */
export function signalOf({ signal, deadlineMs }: CallSettings): AbortSignal | undefined {
  if (deadlineMs === undefined) return signal
  const deadline = AbortSignal.timeout(deadlineMs)
  return signal ? AbortSignal.any([signal, deadline]) : deadline
}

import type { CallSettings } from './matrix.ts'

/**
 * The signal of a call, as an option. Where an SDK takes a signal, one that times out is the
 * deadline that it has: its users are not worse off for the lack of an option.
 */
export function signalOption({ signal, deadlineMs }: CallSettings = {}): { signal?: AbortSignal } {
  if (deadlineMs === undefined) return signal ? { signal } : {}
  const deadline = AbortSignal.timeout(deadlineMs)
  return { signal: signal ? AbortSignal.any([signal, deadline]) : deadline }
}

/** The idempotency key of a call, as an option. */
export function keyOption({ idempotencyKey }: CallSettings = {}): { idempotencyKey?: string } {
  return idempotencyKey === undefined ? {} : { idempotencyKey }
}

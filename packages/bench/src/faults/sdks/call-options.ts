import type { CallSettings } from './client-scenarios.ts'

/**
 * The signal of a call as an option. If an SDK accepts a signal, a signal that times out serves as its
 * deadline, so the lack of a deadline option does not count against it.
 */
export function signalOption({ signal, deadlineMs }: CallSettings = {}): { signal?: AbortSignal } {
  if (deadlineMs === undefined) return signal ? { signal } : {}
  const deadline = AbortSignal.timeout(deadlineMs)
  return { signal: signal ? AbortSignal.any([signal, deadline]) : deadline }
}

export function idempotencyKeyOption({ idempotencyKey }: CallSettings = {}): {
  idempotencyKey?: string
} {
  return idempotencyKey === undefined ? {} : { idempotencyKey }
}

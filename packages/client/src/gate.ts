import { AbortedError } from './errors/aborted-error.ts'
import { DeadlineError } from './errors/deadline-error.ts'
import type { CallMeta } from './meta.ts'
import { once } from './once.ts'
import type { OperationInfo } from './operation-info.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Progress } from './progress.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestGateOptions } from './request-gate.ts'

/** Lets the requests of a client through: all at once, or one after the other. */
export interface RequestGate {
  /**
   * Lets a request through: at once (undefined), or when the promise resolves. It rejects with an
   * AbortedError or a DeadlineError, and then nothing is to be sent.
   */
  enter(call: OutgoingCall<unknown>, progress: Progress): Promise<void> | undefined
  /** Tells that a request has ended, and what its answer said. */
  leave(operation: OperationInfo, meta: CallMeta | undefined, failure: unknown): void
}

/** The budgets of the key, each as the last answer that told of it did. */
export interface RateLimits {
  /** The budget of most requests; undefined before the first answer. */
  readonly standard: RateLimit | undefined
  /** The budget of heavy requests, which is counted apart (spec: Limits). */
  readonly heavy: RateLimit | undefined
}

/** A gate that also tells what it knows. */
export interface ClientGate extends RequestGate {
  readonly rateLimits: RateLimits
}

/**
 * Makes the gate of a client. It keeps what the answers tell about the budgets of the key; what
 * holds requests back comes along with the first request of a client that asks for it.
 */
export function createGate(options: RequestGateOptions): ClientGate {
  const isOpen = options.maxConcurrent === Number.POSITIVE_INFINITY && !options.waitForRateLimit
  let standard: RateLimit | undefined
  let heavy: RateLimit | undefined
  let gate: RequestGate | undefined
  const load = once(async () => {
    const { createRequestGate } = await import('./on-demand.ts')
    gate = createRequestGate(options, {
      aborted: (signal) => new AbortedError(signal),
      expired: ({ deadlineMs, lastError }) => new DeadlineError(deadlineMs, lastError),
    })
  })

  return {
    get rateLimits() {
      return { standard, heavy }
    },
    enter(call, progress) {
      if (isOpen || gate) return gate?.enter(call, progress)
      return load().then(() => gate?.enter(call, progress))
    },
    leave(operation, meta, failure) {
      if (operation.heavy) heavy = meta?.rateLimit ?? heavy
      else standard = meta?.rateLimit ?? standard
      gate?.leave(operation, meta, failure)
    },
  }
}

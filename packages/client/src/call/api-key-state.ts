import type { ClientConfig } from './client-config.ts'
import { createIdempotencyKeyRegistry, type RegisterIdempotencyKey } from './idempotency-key.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'
import { createRetryBudget, type SpendRetries } from './retry-budget.ts'

/** The state that a client shares with the clients that `withOptions` makes for the same API key. */
export interface ApiKeyState {
  readonly queue: RequestQueue
  readonly registerIdempotencyKey: RegisterIdempotencyKey
  readonly spendRetries: SpendRetries
  /** The number of the next call, which decides its position in the queue. */
  readonly nextNumber: () => number
  /** Remembers a warning, and returns whether it is new, so that only one of the clients logs it. */
  readonly noteWarning: (warning: string) => boolean
}

export function createApiKeyState(
  config: Pick<ClientConfig, 'clock' | 'maxConcurrent'>,
): ApiKeyState {
  const { clock } = config
  const warned = new Set<string>()
  let calls = 0
  return {
    queue: createRequestQueue(config),
    registerIdempotencyKey: createIdempotencyKeyRegistry(clock),
    spendRetries: createRetryBudget(clock),
    nextNumber: () => ++calls,
    noteWarning(warning) {
      const isNew = !warned.has(warning)
      warned.add(warning)
      return isNew
    },
  }
}

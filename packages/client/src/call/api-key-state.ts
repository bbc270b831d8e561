import type { ClientConfig } from './client-config.ts'
import { createIdempotencyKeyRegistry, type RegisterIdempotencyKey } from './idempotency-key.ts'
import { createRequestQueue, type RequestQueue } from './request-queue.ts'
import { createRetryBudget, type SpendRetries } from './retry-budget.ts'

/** The state that all calls with one API key share, including calls of clients from `withOptions`. */
export interface ApiKeyState {
  readonly queue: RequestQueue
  readonly registerIdempotencyKey: RegisterIdempotencyKey
  readonly spendRetries: SpendRetries
  /** Numbers the calls: their order in the queue. */
  readonly nextNumber: () => number
  /** Whether a warning is new: each is logged once, whichever client gets it first. */
  readonly isNews: (warning: string) => boolean
}

/** Creates the state of an API key that no call has used yet. */
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
    isNews: (warning) => warned.size < warned.add(warning).size,
  }
}

import type { ClientConfig } from './client-config.ts'
import { createIdempotencyKeyRegistry } from './idempotency-key.ts'
import { createRequestQueue } from './request-queue.ts'
import { createRetryBudget } from './retry-budget.ts'

/** The state of one API key at one address, which clients made with `withOptions` can share. */
export type ApiKeyState = ReturnType<typeof createApiKeyState>

export function createApiKeyState(config: Pick<ClientConfig, 'clock' | 'maxConcurrent'>) {
  const { clock } = config
  const warned = new Set<string>()
  let calls = 0
  return {
    queue: createRequestQueue(config),
    registerIdempotencyKey: createIdempotencyKeyRegistry(clock),
    spendRetries: createRetryBudget(clock),
    /** The number of the next call, which decides its position in the queue. */
    nextNumber: () => ++calls,
    /** Remembers a warning, and returns whether it is new, so that only one of the clients logs it. */
    noteWarning(warning: string) {
      const isNew = !warned.has(warning)
      warned.add(warning)
      return isNew
    },
  }
}

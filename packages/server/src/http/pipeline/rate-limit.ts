import { type Cost, limits } from '@doorkit/models'
import { Failure } from '../../errors/failure.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from './authenticate.ts'

/** Where a key stands in its window. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/**
 * Counts a request against the key's window (spec: Limits). Standard and heavy requests have
 * budgets of their own. With `points` 0 it only looks.
 */
export async function consumeRate(
  services: Services,
  caller: Caller,
  cost: Cost,
  points: 0 | 1,
): Promise<RateState> {
  const plan = services.plans[caller.workspace.data.plan]
  const limit = cost === 'heavy' ? plan.heavy_requests_per_minute : plan.requests_per_minute
  const now = services.clock.now()
  const { allowed, count, resetAt } = await services.store.consume({
    key: `rate.${caller.key.id}.${cost}`,
    limit,
    windowMs: limits.rateWindowSeconds * 1_000,
    now,
    points,
  })
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - now) / 1_000)),
  }
}

/** The refusal of a request over the limit. */
export function rateLimited(state: RateState): Failure {
  const detail = `This key has used its ${state.limit} requests of this minute. Wait ${state.resetSeconds} s.`
  return new Failure('rate_limited', detail, {
    headers: { 'Retry-After': String(state.resetSeconds) },
  })
}

/** The headers that tell a client where it stands. */
export function rateHeaders(state: RateState): Record<string, string> {
  return {
    'RateLimit-Limit': String(state.limit),
    'RateLimit-Remaining': String(state.remaining),
    'RateLimit-Reset': String(state.resetSeconds),
  }
}

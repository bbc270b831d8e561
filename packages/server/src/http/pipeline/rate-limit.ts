import type { Cost } from '@doorkit/models'
import { Failure } from '../../errors/failure.ts'
import type { Caller } from '../../kit/caller.ts'
import type { RateWindow } from '../../kit/rate-limit-counter.ts'
import type { Services } from '../../kit/services.ts'
import type { ConsumeResult } from '../../store/claim-and-consume.ts'

/** Where a key stands in its window. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/**
 * The window of a key (docs/api.md#rate-limits). Standard and heavy requests have budgets of their own, as
 * large as the plan says.
 */
export function rateWindow(
  { plans }: Pick<Services, 'plans'>,
  { key, workspace }: Caller,
  cost: Cost,
): RateWindow {
  const { heavy_requests_per_minute, requests_per_minute } = plans[workspace.data.plan]
  const limit = cost === 'heavy' ? heavy_requests_per_minute : requests_per_minute
  return { key: `rate.${key.id}.${cost}`, limit }
}

/** Where a key stands after its window was asked. */
export function rateState(
  { clock }: Pick<Services, 'clock'>,
  { limit }: RateWindow,
  { allowed, count, resetAt }: ConsumeResult,
): RateState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((resetAt - clock.now()) / 1_000)),
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

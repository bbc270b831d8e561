import { type Cost, toTimestamp, unlimited } from '@doorkit/models'
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
 * The window of a key (docs/api.md#rate-limits); null where the plan has no such limit. Standard and heavy
 * requests have budgets of their own, as large as the plan says.
 */
export function rateWindow(
  { plans }: Pick<Services, 'plans'>,
  { key, workspace }: Caller,
  cost: Cost,
): RateWindow | null {
  const limit = plans[workspace.data.plan][limitNames[cost]]
  return limit === unlimited ? null : { key: `rate.${key.id}.${cost}`, limit }
}

const limitNames = {
  standard: 'requests_per_minute',
  heavy: 'heavy_requests_per_minute',
} as const satisfies Record<Cost, string>

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

/** The refusal of a request over the limit. It is reported to the host, too. */
export function rateLimited(
  { clock, reportLimit }: Pick<Services, 'clock' | 'reportLimit'>,
  caller: Caller,
  cost: Cost,
  state: RateState,
): Failure {
  reportLimit(caller, { name: limitNames[cost], limit: state.limit })
  const used = `This key has used the ${state.limit} ${cost} requests a minute of the plan ${caller.workspace.data.plan}.`
  const until = toTimestamp(clock.now() + state.resetSeconds * 1_000)
  const detail = `${used} Wait ${state.resetSeconds} s, until ${until}.`
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

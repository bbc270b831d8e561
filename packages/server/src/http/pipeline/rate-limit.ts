import { type Cost, type Operation, toTimestamp, unlimited } from '@doorkit/models'
import type { ConsumeResult } from '@doorkit/store'
import { Failure } from '../../errors/failure.ts'
import type { RateWindow } from '../../limits/rate-limit-counter.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { Limit } from './audience.ts'

/** The state of a principal's rate limit in the current window. */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

const limitNames = {
  standard: 'requests_per_minute',
  heavy: 'heavy_requests_per_minute',
} as const satisfies Record<Cost, string>

/**
 * The rate limits of API keys (docs/api.md#rate-limits). Standard and heavy requests have separate
 * limits, which the plan sets. Unlimited requests are not counted.
 */
export const apiKeyLimit: Limit = {
  window({ plans }, { principal, workspace }, { cost }) {
    const limit = plans[workspace.data.plan][limitNames[cost]]
    return limit === unlimited ? null : { name: `rate.${principal.id}.${cost}`, limit }
  },
  used: ({ workspace }, { cost }, limit) => ({
    sentence: `This API key has used up its ${limit} ${cost} requests per minute, the limit of the plan ${workspace.data.plan}.`,
    name: limitNames[cost],
  }),
}

/** The count of a request whose credential was still being checked. */
export interface PrefetchedCount {
  readonly window: RateWindow
  readonly counted: Promise<ConsumeResult>
}

/** Counts a request, unless the prefetch has counted it. Null without a rate limit. */
export async function countRequest(
  services: Services,
  window: RateWindow | null,
  prefetched: PrefetchedCount | null,
): Promise<RateState | null> {
  // The plan may have changed since the principal was last read.
  const counted = window && prefetched?.window.limit === window.limit ? prefetched.counted : null
  if (!counted) await uncount(services, prefetched)
  if (!window) return null
  return rateState(services, window, await (counted ?? services.rateLimitCounter.count(window)))
}

/** The state of the rate limit for a request that is refused without being counted. */
export async function uncountedRate(
  services: Services,
  window: RateWindow | null,
  prefetched: PrefetchedCount | null,
): Promise<RateState | null> {
  await uncount(services, prefetched)
  return window && rateState(services, window, await services.rateLimitCounter.look(window))
}

async function uncount(
  { rateLimitCounter }: Services,
  prefetched: PrefetchedCount | null,
): Promise<void> {
  if (prefetched) await rateLimitCounter.uncount(prefetched.window, await prefetched.counted)
}

function rateState(
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

/**
 * Makes the refusal of a request over its limit. If a plan sets the limit, `reportLimit` logs how the
 * host can raise it, at most once a minute.
 */
export function rateLimited(
  { clock, reportLimit }: Pick<Services, 'clock' | 'reportLimit'>,
  { used }: Limit,
  requestPrincipal: RequestPrincipal,
  operation: Operation,
  state: RateState,
): Failure {
  const { sentence, name } = used(requestPrincipal, operation, state.limit)
  if (name) reportLimit(requestPrincipal, { name, limit: state.limit })
  const until = toTimestamp(clock.now() + state.resetSeconds * 1_000)
  const detail = `${sentence} Wait ${state.resetSeconds} s, until ${until}.`
  return new Failure('rate_limited', detail, {
    headers: { 'Retry-After': String(state.resetSeconds) },
  })
}

export function rateHeaders(state: RateState): Record<string, string> {
  return {
    'RateLimit-Limit': String(state.limit),
    'RateLimit-Remaining': String(state.remaining),
    'RateLimit-Reset': String(state.resetSeconds),
  }
}

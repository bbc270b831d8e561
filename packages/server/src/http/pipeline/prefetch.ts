import type { ConsumeResult } from '@doorkit/store'
import type { RateWindow } from '../../limits/rate-limit-counter.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { Limit } from './audience.ts'
import type { HttpRequest } from './http-request.ts'
import { type IdempotencyLookup, lookAtIdempotencyKey } from './look-at-idempotency-key.ts'
import { type RateState, rateState } from './rate-limit.ts'
import type { Match } from './route.ts'

/** Reads that start while the credential is still being checked. */
export interface Prefetch {
  /** Null without a rate limit. */
  readonly rate: { readonly window: RateWindow; readonly counted: Promise<ConsumeResult> } | null
  /** Null for a request without an idempotency key. */
  readonly lookup: IdempotencyLookup | null
}

/**
 * Starts the reads that depend on the principal and the workspace, before both are read. This is safe
 * because a credential always belongs to the same workspace.
 *
 * @param known - the last known principal of the credential; nothing is prefetched for null.
 */
export function prefetch(
  services: Services,
  limit: Limit,
  known: RequestPrincipal | null,
  request: HttpRequest,
  { route: { operation } }: Match,
): Prefetch | null {
  if (!known) return null
  const window = limit.window(services, known, operation)
  const rate = window && { window, counted: services.rateLimitCounter.count(window) }
  const idempotencyKey = operation.method === 'GET' ? null : request.header('idempotency-key')
  const lookup =
    idempotencyKey === null
      ? null
      : lookAtIdempotencyKey(
          { store: services.fairStore(known.workspace.id) },
          known,
          idempotencyKey,
        )
  // The request may be refused before it needs these, so the server waits for them in the background.
  services.background(async () => {
    await Promise.allSettled([rate?.counted, lookup?.state])
  })
  return { rate, lookup }
}

/**
 * Reads an idempotency key, unless the prefetch already found it unused. A stored answer is read again: a
 * person in it may have been erased, or its request may have ended, while the body arrived.
 */
export async function lookUnlessFree(
  services: Services,
  requestPrincipal: RequestPrincipal,
  idempotencyKey: string,
  prefetched: Prefetch | null,
): Promise<IdempotencyLookup> {
  const lookup = prefetched?.lookup
  if (lookup && !(await lookup.state).row) return lookup
  return lookAtIdempotencyKey(services, requestPrincipal, idempotencyKey)
}

/** Counts a request, unless the prefetch did. Null without a rate limit. */
export async function countRequest(
  services: Services,
  window: RateWindow | null,
  prefetched: Prefetch | null,
): Promise<RateState | null> {
  // The plan may have changed since the principal was last read.
  const counted =
    window && prefetched?.rate?.window.limit === window.limit ? prefetched.rate.counted : null
  if (!counted) await uncount(services, prefetched)
  if (!window) return null
  return rateState(services, window, await (counted ?? services.rateLimitCounter.count(window)))
}

/** The state of the rate limit for a request that is refused without being counted. */
export async function uncountedRate(
  services: Services,
  window: RateWindow | null,
  prefetched: Prefetch | null,
): Promise<RateState | null> {
  await uncount(services, prefetched)
  return window && rateState(services, window, await services.rateLimitCounter.look(window))
}

async function uncount({ rateLimitCounter }: Services, prefetched: Prefetch | null): Promise<void> {
  if (prefetched?.rate)
    await rateLimitCounter.uncount(prefetched.rate.window, await prefetched.rate.counted)
}

import type { ConsumeResult } from '@doorkit/store'
import type { RequestPrincipal } from '../../kit/principal.ts'
import type { RateWindow } from '../../kit/rate-limit-counter.ts'
import type { Services } from '../../kit/services.ts'
import type { Limit } from './audience.ts'
import type { HttpRequest } from './http-request.ts'
import { type IdempotencyLookup, lookAtKey } from './idempotency.ts'
import { type RateState, rateState } from './rate-limit.ts'
import type { Match } from './route.ts'

/** What is asked for a caller whose credential is still being read. */
export interface Prefetch {
  /** Null where the caller has no limit. */
  readonly rate: { readonly window: RateWindow; readonly counted: Promise<ConsumeResult> } | null
  /** Null for a request without an idempotency key. */
  readonly look: IdempotencyLookup | null
}

/**
 * Asks for all that depends on who calls and in which workspace, side by side with the reading of
 * both: which workspace a known credential belongs to never changes.
 *
 * @param known - whom this process has seen with the credential; null for nobody, and nothing is asked.
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
  const look =
    idempotencyKey === null
      ? null
      : lookAtKey({ store: services.fairStore(known.workspace.id) }, known, idempotencyKey)
  // A request may be refused before it needs them: the server then still waits for their end.
  services.background(async () => {
    await Promise.allSettled([rate?.counted, look?.kept])
  })
  return { rate, look }
}

/**
 * Looks at an idempotency key, unless that was done ahead and found nothing. An answer is read again:
 * while the body came, one of its people may have been erased, or its request may have ended.
 */
export async function lookUnlessFree(
  services: Services,
  caller: RequestPrincipal,
  key: string,
  prefetched: Prefetch | null,
): Promise<IdempotencyLookup> {
  const look = prefetched?.look
  return look && !(await look.kept).row ? look : lookAtKey(services, caller, key)
}

/** Counts a request, unless it was counted ahead. Null where the caller has no limit. */
export async function countRequest(
  services: Services,
  window: RateWindow | null,
  prefetched: Prefetch | null,
): Promise<RateState | null> {
  // The plan may have changed since the credential was read last.
  const counted =
    window && prefetched?.rate?.window.limit === window.limit ? prefetched.rate.counted : null
  if (!counted) await takeBack(services, prefetched)
  if (!window) return null
  return rateState(services, window, await (counted ?? services.rateLimitCounter.count(window)))
}

/** Where a caller stands whose request is refused without being counted. */
export async function uncountedRate(
  services: Services,
  window: RateWindow | null,
  prefetched: Prefetch | null,
): Promise<RateState | null> {
  await takeBack(services, prefetched)
  return window && rateState(services, window, await services.rateLimitCounter.look(window))
}

async function takeBack(
  { rateLimitCounter }: Services,
  prefetched: Prefetch | null,
): Promise<void> {
  if (prefetched?.rate)
    await rateLimitCounter.takeBack(prefetched.rate.window, await prefetched.rate.counted)
}

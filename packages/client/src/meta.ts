import type { RateLimit } from './rate-limit.ts'

/** What an answer says beside its body. */
export interface CallMeta {
  /** The server's id of the request; name it when you report a problem. */
  readonly requestId: string | undefined
  readonly status: number
  readonly headers: Headers
  readonly rateLimit: RateLimit | undefined
  /** How many times the request was sent; 1 when the first attempt succeeded. */
  readonly attempts: number
  /** The version of the API that answered. */
  readonly version: string | undefined
  /** The key sent with a write, the same in all attempts; undefined for reads. */
  readonly idempotencyKey: string | undefined
  /** True when the server repeated the stored answer of an earlier request with the same key. */
  readonly replayed: boolean
}

/** Collects what an answer says beside its body. */
export function readMeta(
  response: Response,
  attempts: number,
  idempotencyKey: string | undefined,
  rateLimit?: RateLimit | undefined,
): CallMeta {
  const { headers, status } = response
  return {
    requestId: headers.get('x-request-id') ?? undefined,
    status,
    headers,
    rateLimit,
    attempts,
    version: headers.get('service-version') ?? undefined,
    idempotencyKey,
    replayed: headers.get('idempotent-replayed') === 'true',
  }
}

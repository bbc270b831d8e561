import { type RateLimit, readRateLimit } from './rate-limit.ts'

/** The facts of an answer beside its body. */
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

/** A result together with what the answer said beside its body. */
export interface WithMeta<Value> {
  /** The result. */
  readonly data: Value
  /** The facts of the answer beside its body. */
  readonly meta: CallMeta
}

/** Collects what an answer says beside its body. `redact` removes what must not be shown. */
export function readMeta(
  { headers: given, status }: Response,
  attempts: number,
  idempotencyKey: string | undefined,
  redact: (text: string) => string,
): CallMeta {
  const headers = withoutSecrets(given, redact)
  return {
    requestId: headers.get('x-request-id') ?? undefined,
    status,
    headers,
    rateLimit: readRateLimit(headers),
    attempts,
    version: headers.get('service-version') ?? undefined,
    idempotencyKey,
    replayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** The headers as they came, unless one of them has to be redacted. */
function withoutSecrets(headers: Headers, redact: (text: string) => string): Headers {
  const given = [...headers]
  return given.some(([, value]) => redact(value) !== value)
    ? new Headers(given.map(([name, value]) => [name, redact(value)]))
    : headers
}

import { type RateLimit, readRateLimit } from './rate-limit.ts'

/** The data of an answer besides its body. */
export interface CallMeta {
  /** The server's id of the request; quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly status: number
  readonly headers: Headers
  readonly rateLimit: RateLimit | undefined
  /** How many times the request was sent; 1 when the first attempt succeeded. */
  readonly attempts: number
  /** The version of the API that answered. */
  readonly version: string | undefined
  /** The idempotency key of a write, the same in all attempts; undefined for reads. */
  readonly idempotencyKey: string | undefined
  /** True when the server replayed the stored answer of an earlier request with this idempotency key. */
  readonly replayed: boolean
}

/** A result and the meta of its answer. */
export interface WithMeta<Value> {
  /** The result. */
  readonly data: Value
  /** The data of the answer besides its body. */
  readonly meta: CallMeta
}

export function readMeta(
  { headers: answerHeaders, status }: Response,
  attempts: number,
  idempotencyKey: string | undefined,
  redact: (text: string) => string,
): CallMeta {
  const headers = withoutSecrets(answerHeaders, redact)
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

function withoutSecrets(headers: Headers, redact: (text: string) => string): Headers {
  const entries = [...headers]
  return entries.some(([, value]) => redact(value) !== value)
    ? new Headers(entries.map(([name, value]) => [name, redact(value)]))
    : headers
}

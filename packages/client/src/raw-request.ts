import type { Call } from './call.ts'
import type { WriteOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { writeJson } from './json-text.ts'
import { defaultTimeoutMs, type Perform } from './outgoing-call.ts'
import { checkPath } from './path.ts'
import { prepareCall } from './prepare-call.ts'
import { encodeQuery, type QueryValue } from './query.ts'
import { jsonReader } from './read-document.ts'

/** A request in the words of HTTP, for what the methods do not know yet. */
export interface RawRequest extends Omit<WriteOptions, 'query' | 'body'> {
  /** The method of the request. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base address and without query: `/contacts`. Encode the ids in it. */
  readonly path: string
  /** By name; what is undefined is left out. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** Sent as JSON; no body when undefined. */
  readonly body?: unknown
}

/** Sends any request with the retries, limits and errors of the methods. */
export type SendRaw = <Value = unknown>(request: RawRequest) => Call<Value>

/** Makes the escape hatch of a client. */
export function createRawRequest(config: CoreConfig, perform: Perform): SendRaw {
  return <Value>({ method, path, query, body, ...options }: RawRequest) =>
    prepareCall<Value>(perform, () => ({
      operation: { id: 'request', method, path, heavy: false },
      target: checkPath(path) + encodeQuery(query),
      body: body === undefined ? undefined : writeJson(body),
      accept: 'application/json',
      idempotencyKey: idempotencyKeyFor(method, options.idempotencyKey),
      stream: false,
      timeoutMs: defaultTimeoutMs,
      options,
      // An answer may be empty.
      read: jsonReader(config, 'JSON', (value, text) => text === '' || value !== undefined),
    }))
}

import type { OperationInfo } from '../answer/operation-info.ts'
import { writeJson } from '../attempt/json-text.ts'
import { type Call, startCall } from './call.ts'
import type { WriteOptions } from './call-options.ts'
import { idempotencyKeyFor } from './idempotency-key.ts'
import { outgoingCall } from './outgoing-call.ts'
import { checkPath } from './path.ts'
import type { Performer } from './perform-call.ts'
import type { QueryValue } from './query.ts'
import { jsonReader } from './read-document.ts'

/** A plain HTTP request, for operations that have no method yet. */
export interface RawRequest extends Omit<WriteOptions, 'query' | 'body'> {
  /** The method of the request. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `baseUrl`, without a query: `/contacts`. Encode the ids in it. */
  readonly path: string
  /** Query parameters by name; undefined ones are omitted. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** Sent as JSON; undefined sends no body. */
  readonly body?: unknown
}

/** Sends any request with the retries, limits and errors of the other methods. */
export type SendRaw = <Value = unknown>(request: RawRequest) => Call<Value>

export function createRawRequest(performer: Performer): SendRaw {
  const sendRaw = <Value>({ method, path, body, ...options }: RawRequest) => {
    const operation: OperationInfo = { id: 'request', method, path, heavy: false }
    return startCall({ ...performer, operation }, sendRaw, (site) => {
      checkPath(path)
      return outgoingCall<Value>({ operation }, [options], site, {
        body: writeJson(body),
        // A read with an idempotency key is refused here. Methods ignore the idempotency key of
        // a read, because a batch passes one for every row.
        idempotencyKey: idempotencyKeyFor(method, options.idempotencyKey),
        // An answer may be empty.
        read: jsonReader('JSON', (value, text) => text === '' || value !== undefined),
      })
    })
  }
  return sendRaw
}

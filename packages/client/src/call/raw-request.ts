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
export function createRawRequest(performer: Performer): SendRaw {
  const sendRaw = <Value>({ method, path, body, ...options }: RawRequest) => {
    const operation: OperationInfo = { id: 'request', method, path, heavy: false }
    return startCall({ ...performer, operation }, sendRaw, (site) => {
      checkPath(path)
      return outgoingCall<Value>({ operation }, [options], site, {
        body: writeJson(body),
        // That of a read is refused here, and does nothing in a method: a batch gives one for each row.
        idempotencyKey: idempotencyKeyFor(method, options.idempotencyKey),
        // An answer may be empty.
        read: jsonReader('JSON', (value, text) => text === '' || value !== undefined),
      })
    })
  }
  return sendRaw
}

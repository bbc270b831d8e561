import type { WithMeta } from '../answer/call-meta.ts'
import type { OperationInfo } from '../answer/operation-info.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'
import type { CallSite } from '../errors/call-site.ts'
import type { WriteOptions } from './call-options.ts'
import type { WithHeaders } from './check-options.ts'

/** One logical call, ready to be sent as often as it takes. */
export interface OutgoingCall<Value> {
  readonly operation: OperationInfo
  /** Below the base address, ids filled in, query included. */
  readonly target: string
  /** The JSON text; undefined when there is no body. */
  readonly body: string | undefined
  readonly accept: string
  /** One for all attempts of a write; undefined for reads. */
  readonly idempotencyKey: string | undefined
  /** Whether the result is a stream rather than a document. */
  readonly stream?: boolean
  /** How long one attempt may take where neither call nor client says it. */
  readonly timeoutMs: number
  readonly options: WriteOptions & WithHeaders
  /** The caller's place in its own code. */
  readonly site: CallSite
  /** Makes the result of a successful answer. */
  readonly read: ReadAnswer<Value>
}

/** Performs a call, with its retries. */
export type Perform = <Value>(call: OutgoingCall<Value>) => Promise<WithMeta<Value>>

/** How long one attempt may take where nothing else is said. */
export const defaultTimeoutMs = 30_000

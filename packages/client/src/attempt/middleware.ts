import type { WithMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { Logger } from './logger.ts'

/** The request of one attempt. The API key is added after all middleware, so no middleware sees it. */
export interface AttemptRequest {
  /** In capitals, such as `POST`. */
  readonly method: string
  /** The full URL, with its query. */
  readonly url: string
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON text; undefined when there is no body. */
  readonly body: string | undefined
  /** Aborted by the timeout, the deadline or the caller's signal. */
  readonly signal: AbortSignal
}

/** The call and the attempt that a request belongs to. */
export interface AttemptContext {
  /** The operation that is called. */
  readonly operation: OperationInfo
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The idempotency key of a write, the same in all attempts; undefined for reads. */
  readonly idempotencyKey: string | undefined
}

/** Sends a request and returns its answer, whatever the status. */
export type SendAttempt = (request: AttemptRequest) => Promise<Response>

/**
 * Wraps every attempt. Call `next` with the request or a changed copy of it, and return the answer of
 * `next` or another answer. An error of the middleware itself is passed on unchanged and not retried. A
 * new `DoorkitError` instead counts as the failure of the attempt.
 */
export type WrapAttempt = (
  request: AttemptRequest,
  next: SendAttempt,
  context: AttemptContext,
) => Promise<Response>

/** The call that middleware wraps. */
export interface CallContext {
  /** The operation that is called. */
  readonly operation: OperationInfo
  /** True if the result is a stream, false if it is a document. */
  readonly stream: boolean
  /** The logger of the client. */
  readonly logger: Logger | undefined
}

/** Functions that run during one call: with each attempt, and with each wait for the budget. */
export interface AttemptHooks {
  /** Wraps each attempt, inside all other middleware. */
  readonly attempt?: WrapAttempt | undefined
  /**
   * Called with the outcome of each attempt: when the body is read, the stream begins, or the attempt
   * fails. Not called if middleware throws an error of its own.
   */
  readonly ended?: ((record: AttemptRecord) => void) | undefined
  /** Called when the call starts to wait for the budget of the API key, with the expected time. */
  readonly waiting?: ((delayMs: number) => void) | undefined
  /** Called when the wait for the budget is over, with the time that the call spent in the queue. */
  readonly waited?: ((durationMs: number) => void) | undefined
}

/** Makes the call with its retries; rejects as the call would. */
export type MakeCall = (hooks?: AttemptHooks) => Promise<WithMeta<unknown>>

/**
 * Wraps every call with its retries and waits; a list makes one call per page. Call `next` once, and
 * return the result of `next` or another result. An error of the middleware itself is passed on
 * unchanged.
 */
export type WrapCall = (next: MakeCall, context: CallContext) => Promise<WithMeta<unknown>>

/** Middleware around whole calls, such as telemetry. */
export interface CallMiddleware {
  /** Wraps each call. */
  readonly wrapCall: WrapCall
}

/** Middleware of a client: a function wraps each attempt, an object wraps each call. */
export type Middleware = WrapAttempt | CallMiddleware

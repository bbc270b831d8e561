import type { WithMeta } from '../answer/call-meta.ts'
import type { AttemptRecord, OperationInfo } from '../answer/operation-info.ts'
import type { Logger } from './logger.ts'

/** The request of one attempt. The API key is added after the middleware, so no middleware sees it. */
export interface AttemptRequest {
  /** In capitals, as `POST`. */
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON text; undefined when there is no body. */
  readonly body: string | undefined
  /** Ends with the attempt: its timeout, the deadline, the caller's signal. */
  readonly signal: AbortSignal
}

/** Which call and which attempt a request belongs to. */
export interface AttemptContext {
  /** Which operation is called. */
  readonly operation: OperationInfo
  /** From 1. */
  readonly attempt: number
  /** The key of a write, the same in all attempts; undefined for reads. */
  readonly idempotencyKey: string | undefined
}

/** Sends a request and gives its answer, whatever its status. */
export type SendAttempt = (request: AttemptRequest) => Promise<Response>

/**
 * Wraps every attempt. Call `next` with the request, or with a changed copy; return its answer, or
 * another. An error that it throws ends the call as it is, and is not retried.
 */
export type WrapAttempt = (
  request: AttemptRequest,
  next: SendAttempt,
  context: AttemptContext,
) => Promise<Response>

/** Which call is made. */
export interface CallContext {
  /** Which operation is called. */
  readonly operation: OperationInfo
  /** True where the result is a stream, false where it is a document. */
  readonly stream: boolean
  /** The logger of the client. */
  readonly logger: Logger | undefined
}

/** The facts that go along with each attempt of one call. */
export interface AttemptHooks {
  /** Wraps each attempt, inside all other middleware: closest to the wire. */
  readonly attempt?: WrapAttempt | undefined
  /** Learns how an attempt went, once its body was read or it failed. */
  readonly ended?: ((record: AttemptRecord) => void) | undefined
  /** Learns that the call waits for the budget of the key, for so many milliseconds. */
  readonly waiting?: ((delayMs: number) => void) | undefined
  /** Learns that this wait is over, and how many milliseconds it took. */
  readonly waited?: ((durationMs: number) => void) | undefined
}

/** Makes the call, with its retries; rejects as the call would. */
export type MakeCall = (hooks?: AttemptHooks) => Promise<WithMeta<unknown>>

/**
 * Wraps every call, its retries and waits included; a list makes one for each page. Call `next`
 * once, and return its result, or another in its place. An error that it throws ends the call as it is.
 */
export type WrapCall = (next: MakeCall, context: CallContext) => Promise<WithMeta<unknown>>

/** Wraps whole calls, as telemetry and checks do. */
export interface CallMiddleware {
  /** Wraps each call. */
  readonly wrapCall: WrapCall
}

/** Code around the calls of a client: a function wraps each attempt, an object each call. */
export type Middleware = WrapAttempt | CallMiddleware

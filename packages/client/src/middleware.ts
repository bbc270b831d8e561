import type { OperationInfo } from './operation-info.ts'

/** The request of one attempt. The API key is added after the middleware: none can print it. */
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
 * another. What it throws ends the call as it is, and is not retried.
 */
export type Middleware = (
  request: AttemptRequest,
  next: SendAttempt,
  context: AttemptContext,
) => Promise<Response>

/** Puts middleware around the function that sends: the first is the outermost. */
export function composeMiddleware(
  middleware: readonly Middleware[],
  send: SendAttempt,
  context: AttemptContext,
): SendAttempt {
  return middleware.reduceRight<SendAttempt>(
    (next, layer) => (request) => layer(request, next, context),
    send,
  )
}

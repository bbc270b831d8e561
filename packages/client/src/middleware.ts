import type { OperationInfo } from './operation-info.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Progress } from './progress.ts'

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

/** Sends the request of an attempt of a call. */
export type SendRequest = (
  request: AttemptRequest,
  call: OutgoingCall<unknown>,
  progress: Progress,
) => Promise<Response>

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

/** Sends the request of an attempt through its layers: the client's, those of the call, the wire. */
export function layeredSend(middleware: readonly Middleware[], send: SendAttempt): SendRequest {
  return (request, { operation, options, idempotencyKey }, { history, hooks = [] }) => {
    if (middleware.length + hooks.length === 0 && !options.middleware) return send(request)
    const context = { operation, attempt: history.length + 1, idempotencyKey }
    const own = options.middleware || []
    const layers = [...middleware, ...hooks.flatMap((hook) => hook.send ?? []), ...own]
    const outermost = layers.reduceRight<SendAttempt>(
      (next, layer) => (sent) => layer(sent, next, context),
      send,
    )
    return outermost(request)
  }
}

import type { WithMeta } from './call.ts'
import type { Logger } from './logger.ts'
import type { Middleware } from './middleware.ts'
import type { AttemptRecord, OperationInfo } from './operation-info.ts'

/** Which call is made. */
export interface CallContext {
  /** Which operation is called. */
  readonly operation: OperationInfo
  /** True where the result is a stream, false where it is a document. */
  readonly stream: boolean
  /** The logger of the client. */
  readonly logger: Logger | undefined
}

/** What goes along with each attempt of one call. */
export interface AttemptHooks {
  /** Wraps what sends an attempt, inside the client's own middleware: closest to the wire. */
  readonly send?: Middleware | undefined
  /** Told how an attempt went, once its body was read or it failed. */
  readonly ended?: ((record: AttemptRecord) => void) | undefined
}

/** Makes the call, with its retries; rejects as the call would. */
export type MakeCall = (hooks?: AttemptHooks) => Promise<WithMeta<unknown>>

/**
 * Wraps every call, its retries and waits included; a list makes one for each page. Call `next`
 * once, and return its result, or another in its place. What it throws ends the call as it is.
 */
export type CallMiddleware = (next: MakeCall, context: CallContext) => Promise<WithMeta<unknown>>

/** Puts middleware around the function that makes a call: the first is the outermost. */
export function composeCalls(
  middleware: readonly CallMiddleware[],
  context: CallContext,
  make: (hooks: readonly AttemptHooks[]) => Promise<WithMeta<unknown>>,
): Promise<WithMeta<unknown>> {
  const from = (place: number, hooks: readonly AttemptHooks[]): Promise<WithMeta<unknown>> => {
    const layer = middleware[place]
    if (!layer) return make(hooks)
    return layer((own) => from(place + 1, own ? [...hooks, own] : hooks), context)
  }
  return from(0, [])
}

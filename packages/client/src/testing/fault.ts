import type { ErrorCode } from '../contract/error-codes.ts'

/** The requests that a fault affects. */
export interface FaultTarget {
  /** How many requests the fault affects. Default 1; Infinity for all. */
  readonly times?: number | undefined
  /** Affects only requests with this method, in capitals. */
  readonly method?: string | undefined
  /**
   * Affects only requests with this path, below the base path. It may have placeholders:
   * `/contacts/{id}`.
   */
  readonly path?: string | undefined
}

/** The options of a fault that may happen before or after the server performs the request. */
export interface LossOptions extends FaultTarget {
  /** True if the server performs the request and only its answer is lost. Default false. */
  readonly performed?: boolean | undefined
}

/** The options of {@link Faults.next}. */
export interface StatusOptions extends LossOptions {
  /**
   * The code of the problem document. Default: the first code of the API's error table with this status.
   * If no code has the status, such as 504, the body is plain text, as from a proxy.
   */
  readonly code?: ErrorCode | undefined
  /** The `Retry-After` header: seconds or an HTTP date. */
  readonly retryAfter?: number | string | undefined
  /** Extra headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The body to send instead of the problem document. The headers stay the same. */
  readonly body?: string | undefined
}

/** The options of {@link Faults.hang}. */
export interface HangOptions extends LossOptions {
  /**
   * How many bytes of the real body arrive first. With this option, the server performs the request.
   * Default: nothing arrives, not even the status.
   */
  readonly bytes?: number | undefined
}

/** The options of {@link Faults.truncate}. */
export interface TruncateOptions extends FaultTarget {
  /** How many bytes of the body arrive. */
  readonly bytes: number
}

/** A failure to inject. */
export type Fault =
  | ({ readonly kind: 'status'; readonly status: number } & StatusOptions)
  | ({ readonly kind: 'hang' } & HangOptions)
  | ({ readonly kind: 'reset' } & LossOptions)
  | ({ readonly kind: 'truncate' } & TruncateOptions)
  | ({ readonly kind: 'delay'; readonly milliseconds: number } & FaultTarget)

import type { ErrorCode } from '../contract/error-codes.ts'

/** Which requests a fault happens to, and how often. */
export interface FaultTarget {
  /** How many requests it happens to, one after the other. Default 1; Infinity never ends. */
  readonly times?: number | undefined
  /** Only requests with this method, in capitals. */
  readonly method?: string | undefined
  /** Only this path below the version segment; an id may be left open: `/contacts/{id}`. */
  readonly path?: string | undefined
}

/** A fault that may come before or after the server did what it was asked to. */
export interface LossOptions extends FaultTarget {
  /** True lets the server do its work, so that only the answer is lost. Default false. */
  readonly performed?: boolean | undefined
}

/** The parts of an answer of {@link Faults.next} beside its status. */
export interface StatusOptions extends LossOptions {
  /**
   * The code of the problem document. Default: the usual one of the status; a status that the API
   * does not answer with (503, for instance) comes as a page of text, as from a proxy.
   */
  readonly code?: ErrorCode | undefined
  /** Seconds, or an HTTP date: the `Retry-After` header. */
  readonly retryAfter?: number | string | undefined
  /** Sent besides those of the answer. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as it is, in place of a problem document. */
  readonly body?: string | undefined
}

/** How a server falls silent. */
export interface HangOptions extends LossOptions {
  /** Bytes of the real answer's body that come before the silence. Default: not even its status. */
  readonly bytes?: number | undefined
}

/** How an answer is cut off. */
export interface TruncateOptions extends FaultTarget {
  /** Bytes of the body that arrive. */
  readonly bytes: number
}

/** Something that goes wrong. */
export type Fault =
  | ({ readonly kind: 'status'; readonly status: number } & StatusOptions)
  | ({ readonly kind: 'hang' } & HangOptions)
  | ({ readonly kind: 'reset' } & LossOptions)
  | ({ readonly kind: 'truncate' } & TruncateOptions)
  | ({ readonly kind: 'delay'; readonly milliseconds: number } & FaultTarget)

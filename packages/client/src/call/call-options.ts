import type { HeadersInput } from '../attempt/headers.ts'
import type { Middleware } from '../attempt/middleware.ts'
import type { QueryValue } from './query.ts'

/**
 * The options of one call. They replace the client's options of the same names, except that `headers`
 * and `middleware` are added to the client's.
 */
export interface CallOptions {
  /** Aborts the call at any time; it then rejects with an AbortedError whose `cause` is the reason. */
  readonly signal?: AbortSignal | undefined
  /** How many milliseconds one attempt may take, including the body. */
  readonly timeout?: number | undefined
  /**
   * How many milliseconds the whole call may take, including its retries and the waits between them, but
   * not the time in the queue.
   */
  readonly deadline?: number | undefined
  /** How many milliseconds the call may wait in the queue of `maxConcurrent` and `waitForRateLimit`. */
  readonly queueTimeout?: number | undefined
  /** Whether the call waits while the budget of the API key is used up. */
  readonly waitForRateLimit?: boolean | undefined
  /** How many times a failed attempt is repeated; 0 sends the request once. */
  readonly maxRetries?: number | undefined
  /** Extra request headers. */
  readonly headers?: HeadersInput | undefined
  /** The version of the API to ask for. */
  readonly version?: string | undefined
  /** Wraps this call, inside the client's own middleware. */
  readonly middleware?: readonly Middleware[] | undefined
  /** Extra query parameters that the types do not have yet. They override the input. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
}

/** The options of one write. */
export interface WriteOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The server performs calls with the same idempotency key once, and
   * repeats the stored answer for 24 hours, unless it was a stream (docs/api.md#idempotency). By default
   * each call gets its own, the same in all its attempts.
   */
  readonly idempotencyKey?: string | undefined
  /** Extra members of the body that the types do not have yet. They override the input. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** The options of a list. Timeout and deadline apply to each page. */
export interface ListOptions extends CallOptions {
  /** The `resumeToken` of an iterator over the same query, to continue where that iterator stopped. */
  readonly resume?: string | undefined
  /**
   * Whether the next page is fetched while the items of the current one are delivered. False by
   * default. At most one page is prefetched, and leaving the loop aborts its request.
   */
  readonly prefetch?: boolean | undefined
  /**
   * The most items an iterator delivers. All by default. `pages()` ends with the page that reaches
   * this number.
   */
  readonly maxItems?: number | undefined
}

/** The options of a stream. Timeout and deadline apply until the answer begins. */
export interface StreamOptions extends WriteOptions {
  /** After how many milliseconds without a byte the stream counts as stalled. */
  readonly idleTimeout?: number | undefined
}

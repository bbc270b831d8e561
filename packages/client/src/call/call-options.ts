import type { GivenHeaders } from '../attempt/headers.ts'
import type { Middleware } from '../attempt/middleware.ts'
import type { QueryValue } from './query.ts'

/** The options of one call; each member falls back to the client's option of the same name. */
export interface CallOptions {
  /** Ends the call in any phase; it then rejects with an AbortedError whose `cause` is the reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds one attempt may take, body included. */
  readonly timeout?: number | undefined
  /** Milliseconds the whole call may take, retries and the waits between them included. */
  readonly deadline?: number | undefined
  /** Milliseconds the call may wait for its turn, where `maxConcurrent` or a budget holds it back. */
  readonly queueTimeout?: number | undefined
  /** Whether the call waits while the budget of the key is used up. */
  readonly waitForRateLimit?: boolean | undefined
  /** How often a failed attempt is repeated; 0 sends the request once. */
  readonly maxRetries?: number | undefined
  /** Further request headers. */
  readonly headers?: GivenHeaders | undefined
  /** The version of the API to ask for. */
  readonly version?: string | undefined
  /** Stands around this call, inside the middleware of the client. */
  readonly middleware?: readonly Middleware[] | undefined
  /** Further query parameters, for what the types do not know yet. They win over the input. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
}

/** The options of one write. */
export interface WriteOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The server performs calls with the same key once, and
   * repeats the stored answer for 24 hours (docs/api.md#idempotency). Without it each call gets a key of its
   * own, the same in all its attempts.
   */
  readonly idempotencyKey?: string | undefined
  /** Further members of the body, for what the types do not know yet. They win over the input. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** The options of a list. Timeout and deadline are those of each page. */
export interface ListOptions extends CallOptions {
  /** A `resumeToken` of an iterator over the same query: goes on where that one stopped. */
  readonly resume?: string | undefined
  /**
   * Whether the next page is fetched while the items of one are worked on; false by default. At
   * most one page is ahead, and leaving the loop gives it up.
   */
  readonly prefetch?: boolean | undefined
  /**
   * The most items an iterator delivers before it ends; all by default. `pages()` ends with the page
   * that reaches it.
   */
  readonly maxItems?: number | undefined
}

/** The options of a stream. Timeout and deadline end with the first byte of the answer. */
export interface StreamOptions extends WriteOptions {
  /** Milliseconds without a byte after which the stream counts as stalled. */
  readonly idleTimeout?: number | undefined
}

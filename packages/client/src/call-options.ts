/** What can be set for one call; each member falls back to the client's option of the same name. */
export interface CallOptions {
  /** Ends the call in any phase; it then rejects with an AbortedError whose `cause` is the reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds one attempt may take, body included. */
  readonly timeout?: number | undefined
  /** Milliseconds the whole call may take, retries and waits included. */
  readonly deadline?: number | undefined
  /** How often a failed attempt is repeated; 0 sends the request once. */
  readonly maxRetries?: number | undefined
  /** Further request headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The version of the API to ask for. */
  readonly version?: string | undefined
}

/** What can be set for one write. */
export interface WriteOptions extends CallOptions {
  /**
   * 1 to 255 visible ASCII characters. The server performs calls with the same key once, and
   * repeats the stored answer for 24 hours (spec: Limits). Without it each call gets a key of its
   * own, the same in all its attempts.
   */
  readonly idempotencyKey?: string | undefined
}

/** What can be set for a list. Timeout and deadline are those of each page. */
export interface ListOptions extends CallOptions {
  /** A `resumeToken` of an iterator over the same query: goes on where that one stopped. */
  readonly resume?: string | undefined
}

/** What can be set for a stream. Timeout and deadline end with the first byte of the answer. */
export interface StreamOptions extends WriteOptions {
  /** Milliseconds without a byte after which the stream counts as stalled. */
  readonly idleTimeout?: number | undefined
}

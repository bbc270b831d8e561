/** One request that has ended: no body, no query, and no path with ids in it. */
export interface RequestReport {
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  /** The method of the request. */
  readonly method: string
  /** The path of the operation, such as `/contacts/{id}`; null where there is no such operation. */
  readonly route: string | null
  /** The name of the operation, such as `contacts.update`; null with `route`. */
  readonly operation: string | null
  /** The status of the answer. */
  readonly status: number
  /** The `code` of the problem that was answered; null where there was none. */
  readonly errorCode: string | null
  /** From its arrival to the end of its answer, that of a stream too, in milliseconds. */
  readonly durationMs: number
  /** The `X-Request-Id` of the answer: `req_…`. A replayed answer has that of the first request. */
  readonly requestId: string | null
  /** The `X-Request-Id` that came with the request: up to 128 visible characters of ASCII. */
  readonly incomingRequestId: string | null
  /** The `traceparent` that came with the request, where it follows W3C Trace Context. */
  readonly traceparent: string | null
  /** The id of the key that called; null where no valid key came. */
  readonly key: string | null
  /** The id of the workspace of the key; null with `key`. */
  readonly workspace: string | null
}

/** A report of one request that has ended. It contains no body, no query and no ids from the path. */
export interface RequestReport {
  /** When the kit began to serve the request, in milliseconds since the epoch. */
  readonly at: number
  /** The method of the request. */
  readonly method: string
  /**
   * The path of the operation, such as `/contacts/{id}`; null for an unknown path, and for a request
   * that is refused earlier, for example because it has no valid credentials.
   */
  readonly route: string | null
  /** The name of the operation, such as `contacts.update`; null if `route` is null. */
  readonly operation: string | null
  /** The status of the answer. */
  readonly status: number
  /** The `code` of the problem document; null without one. */
  readonly errorCode: string | null
  /** The time from `at` until the answer exists or, if it is a stream, ends; in milliseconds. */
  readonly durationMs: number
  /** The `X-Request-Id` of the answer: `req_…`. A replay has the id of the first request. */
  readonly requestId: string | null
  /** The `X-Request-Id` of the request itself: up to 128 visible ASCII characters. */
  readonly incomingRequestId: string | null
  /** The `traceparent` header of the request, if it is valid W3C Trace Context. */
  readonly traceparent: string | null
  /** The id of the API key or site key; null without a valid key, and on the console. */
  readonly key: string | null
  /** The id of the workspace; null if the request has no valid credentials. */
  readonly workspace: string | null
}

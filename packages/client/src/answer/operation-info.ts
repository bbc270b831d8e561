/** Identifies the operation of a call in middleware, logs and errors. */
export interface OperationInfo {
  /** `contacts.update`, or `request` for {@link Client.request}. */
  readonly id: string
  /** In capitals, such as `POST`. */
  readonly method: string
  /**
   * The path with placeholders, below `baseUrl`: `/contacts/{id}`. For {@link Client.request}, the path
   * that the program passed.
   */
  readonly path: string
  /** True if the operation uses the smaller budget of heavy requests; false for {@link Client.request}. */
  readonly heavy: boolean
}

/** The outcome of one attempt of a call. */
export interface AttemptRecord {
  /** The status of the answer; absent when there was none. */
  readonly status?: number | undefined
  /** Why the attempt failed; absent when it succeeded. */
  readonly code?: string | undefined
  /** From the start of the request to the end of the body, the start of a stream, or the failure. */
  readonly durationMs: number
  /** How long the client waits before the next attempt; absent if no attempt follows. */
  readonly delayMs?: number | undefined
}

/** Which operation a call is, for middleware, logs and errors. */
export interface OperationInfo {
  /** `contacts.update`, or `request` for {@link Client.request}. */
  readonly id: string
  /** In capitals, as `POST`. */
  readonly method: string
  /** Below the version segment, with placeholders: `/contacts/{id}`. As given to {@link Client.request}. */
  readonly path: string
  /** True for what the server counts against the smaller budget of heavy requests. */
  readonly heavy: boolean
}

/** How one attempt of a call went. */
export interface AttemptRecord {
  /** The status of the answer; absent when there was none. */
  readonly status?: number | undefined
  /** Why the attempt failed; absent when it succeeded. */
  readonly code?: string | undefined
  /** From the request to the end of the body, or to what ended it. */
  readonly durationMs: number
  /** How long the client waited after this attempt; absent when it did not try again. */
  readonly delayMs?: number | undefined
}

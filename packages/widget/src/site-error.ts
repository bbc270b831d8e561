/** The codes of errors that the client itself detects. docs/api.md#errors lists those of the server. */
export type SiteClientErrorCode =
  /** The signal ended the call; the reason of the signal is the `cause`. */
  | 'aborted'
  /** The agent could not answer, or its answer was cut off and cannot be resumed. */
  | 'answer_failed'
  /** There was no answer, or only a part: check the network, `baseUrl` and the origins of the site key. */
  | 'connection_failed'
  /** The answer does not come from the site API: `baseUrl` or a proxy may be wrong. */
  | 'response_unexpected'

/** The members of an error besides its code and its message. */
export interface SiteErrorDetails {
  /** The error that led to this one. */
  readonly cause?: unknown
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined
  /** The input that caused the error. */
  readonly param?: string | undefined
  /** How long to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Identifies the request in the server's log. */
  readonly requestId?: string | undefined
}

/**
 * A failed call: branch on `code`. The message tells a programmer what to do next. It contains no token
 * and no text of the visitor.
 */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  /** The reason: a code of the server (`rate_limited`, `conflict`, …) or of the client. */
  readonly code: SiteClientErrorCode | (string & {})
  /** The status of the answer; undefined if there was none. */
  readonly status: number | undefined
  /** The input that caused the error. */
  readonly param: string | undefined
  /** How long to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined

  constructor(code: SiteError['code'], message: string, details: SiteErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause })
    this.code = code
    this.status = details.status
    this.param = details.param
    this.retryAfterMs = details.retryAfterMs
    this.requestId = details.requestId
  }
}

export const hasCode = (error: unknown, code: SiteError['code']): error is SiteError =>
  error instanceof SiteError && error.code === code

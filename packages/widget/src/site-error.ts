/** The codes that the client itself finds. The server's own codes are in the table of the API. */
export type SiteClientErrorCode =
  /** The signal of the call ended it; its reason is the `cause`. */
  | 'aborted'
  /** The agent could not answer, or its answer was cut off and cannot be taken up again. */
  | 'answer_failed'
  /** No answer came: there is no network, or `baseUrl` is wrong. */
  | 'connection_failed'
  /** What answered is not the site API: `baseUrl` or a proxy may be wrong. */
  | 'response_unexpected'

/** What an error says beside its code and its message. */
export interface SiteErrorDetails {
  /** The error that led to this one. */
  readonly cause?: unknown
  /** The status of the answer, where there is one. */
  readonly status?: number | undefined
  /** The input that caused the error. */
  readonly param?: string | undefined
  /** How long to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** Names the request in the server's log. */
  readonly requestId?: string | undefined
}

/**
 * A call that failed: branch on `code`. The message says what to do next, for a programmer. It holds
 * no token and nothing that the visitor has said.
 */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  /** The reason: of the server (`rate_limited`, `conflict`, …), or of the client. */
  readonly code: SiteClientErrorCode | (string & {})
  /** The status of the answer; undefined where none came. */
  readonly status: number | undefined
  /** The input that caused the error. */
  readonly param: string | undefined
  /** How long to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Names the request in the server's log. */
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

/** Whether an error has this code. */
export const hasCode = (error: unknown, code: SiteError['code']): error is SiteError =>
  error instanceof SiteError && error.code === code

/** The likely reason for a failed verification. */
export type WebhookCause =
  /** The code of the error explains it. */
  | 'set_up'
  | 'clock_skew'
  | 'timestamp_in_milliseconds'
  | 'other_secret'
  | 'secret_not_decoded'
  | 'body_changed'
  | 'body_compressed'
  | 'body_misread'
  | 'wrong_secret'

/** One reason for a failed verification. */
export interface WebhookFinding {
  /** The code that a program can branch on. */
  cause: WebhookCause
  /**
   * True if it is proven: with this mistake undone, a signature matched. False if it is only likely.
   */
  certain: boolean
  /** A sentence that says what to do, without secret or payload. */
  advice: string
}

/** A reason that was proven. */
export const certain = (cause: WebhookCause, advice: string): WebhookFinding => ({
  cause,
  certain: true,
  advice,
})

/** A reason that is only likely. */
export const likely = (cause: WebhookCause, advice: string): WebhookFinding => ({
  cause,
  certain: false,
  advice,
})

/** The likely reason for a failed verification. */
export type WebhookCause =
  /** The error's code says it all. */
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
  /** Whether it was proven, by a signature that matched once this was undone. Else it is likely. */
  certain: boolean
  /** A sentence that says what to do, and holds neither secret nor payload. */
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

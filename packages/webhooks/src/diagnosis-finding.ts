/** The code of a reason for a failed verification. */
export type WebhookCause =
  /** The delivery or an option is unusable. The advice is the message of the error. */
  | 'set_up'
  | 'clock_skew'
  | 'timestamp_in_milliseconds'
  | 'other_secret'
  | 'secret_not_decoded'
  | 'body_changed'
  | 'body_compressed'
  | 'body_misread'
  | 'wrong_secret'

/** A reason for a failed verification, and advice on what to do about it. */
export interface WebhookFinding {
  /** The code that a program can branch on. */
  cause: WebhookCause
  /**
   * True if the reason is proven, for example because a signature matched once the mistake was undone.
   * False if it is only likely.
   */
  certain: boolean
  /** Says what is wrong and what to do. Contains neither secret nor payload. */
  advice: string
}

export const provenFinding = (cause: WebhookCause, advice: string): WebhookFinding => ({
  cause,
  certain: true,
  advice,
})

export const likelyFinding = (cause: WebhookCause, advice: string): WebhookFinding => ({
  cause,
  certain: false,
  advice,
})

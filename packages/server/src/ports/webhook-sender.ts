/** One webhook to send. */
export interface OutgoingWebhook {
  /** Where to: the `url` of the endpoint. */
  readonly url: string
  /** The `webhook-id`: the same in every attempt. */
  readonly eventId: string
  /** The body, sent as it is. */
  readonly payload: string
  /** Every secret that signs: one `v1` entry each, `signWebhook` of `@doorkit/webhooks` makes them. */
  readonly secrets: readonly string[]
}

/** Posts webhooks and tells how it went. */
export interface WebhookSender {
  /** Never rejects: what went wrong is an outcome too, and decides when the next attempt is made. */
  send(webhook: OutgoingWebhook): Promise<AttemptOutcome>
  /** Lets go of what sending holds open. */
  close(): Promise<void>
}

/** How an attempt to deliver ended. */
export interface AttemptOutcome {
  /** The HTTP status, or null without an answer. */
  readonly status: number | null
  /** Why it failed, in a few words; null after a 2xx. */
  readonly error: string | null
  /** The start of the receiver's answer, or null. */
  readonly response: string | null
  /** From the request to the end of its answer, or to what ended it. */
  readonly durationMs: number
  /** The wait that the receiver's `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number | null
}

/** One webhook to send. */
export interface OutgoingWebhook {
  /** The `url` of the endpoint. */
  readonly url: string
  /** The `webhook-id`: the same in every attempt. */
  readonly eventId: string
  /** The body, to be sent unchanged. */
  readonly payload: string
  /** The secrets to sign with. Each adds one `v1` signature: see `signWebhook` of `@doorkit/webhooks`. */
  readonly secrets: readonly string[]
}

/** Sends webhooks and reports the outcome. */
export interface WebhookSender {
  /** Sends one webhook. Never rejects: a failure is an outcome too. */
  send(webhook: OutgoingWebhook): Promise<AttemptOutcome>
  /** Closes open connections. */
  close(): Promise<void>
}

/** Why an attempt to deliver failed. */
export type DeliveryErrorCode =
  /** The receiver answered with a status other than 2xx. */
  | 'http_error'
  /** The receiver did not answer in time, or the host's own sender returned no outcome in time. */
  | 'timeout'
  /** The connection could not be opened, or closed before the answer. */
  | 'connection_failed'
  /** The host name does not resolve, or its name servers do not answer. */
  | 'name_not_found'
  /** The address is not public, so nothing was sent. */
  | 'address_refused'
  /** The host's own sender failed, or did not say why the attempt failed. */
  | 'sender_failed'

/** How an attempt to deliver ended. */
export interface AttemptOutcome {
  /** The HTTP status, or null without an answer. */
  readonly status: number | null
  /** Why the attempt failed, in a few words; null after a 2xx. */
  readonly error: string | null
  /** The reason for reports and metrics. Default: `http_error` with a status, else `sender_failed`. */
  readonly errorCode?: DeliveryErrorCode | undefined
  /** The start of the receiver's answer, or null. */
  readonly response: string | null
  /** The time from the request to the end of the answer or to the failure, in milliseconds. */
  readonly durationMs: number
  /** The receiver's `Retry-After`, in milliseconds; null without one. */
  readonly retryAfterMs: number | null
}

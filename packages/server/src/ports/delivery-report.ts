import type { DeliveryErrorCode } from './webhook-sender.ts'

/** A report of one attempt to deliver a webhook. It contains no body, no address and no personal data. */
export interface DeliveryReport {
  /** When the attempt began, in milliseconds since the epoch. */
  readonly at: number
  /** The id of the workspace. */
  readonly workspace: string
  /** The id of the webhook endpoint. */
  readonly endpoint: string
  /** The id of the delivery. */
  readonly delivery: string
  /** The id of the event. */
  readonly event: string
  /** The type of the event, such as `lead.captured`. */
  readonly eventType: string
  /** The number of the automatic attempt, from 1; null for a redelivery. */
  readonly attempt: number | null
  /**
   * `delivered` after a 2xx; `retrying` if another attempt follows; `failed` if none does. If the
   * endpoint is disabled, the next attempt follows after it is enabled again.
   */
  readonly outcome: 'delivered' | 'retrying' | 'failed'
  /** The HTTP status; null without an answer. */
  readonly status: number | null
  /** Why the attempt failed; null after a 2xx. */
  readonly errorCode: DeliveryErrorCode | null
  /** The time from the request to the end of its answer or its failure, in milliseconds. */
  readonly durationMs: number
  /** When the next attempt is due, in milliseconds since the epoch; null if none follows. */
  readonly nextAttemptAt: number | null
}

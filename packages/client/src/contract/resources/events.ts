// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { EventId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'
import type { WebhookEvent } from './webhook-event.ts'

/** The answer to the redelivery of an event: how many deliveries were queued. */
export interface EventRedelivery {
  object: 'event_redelivery'
  event: `evt_${string}`
  /** How many endpoints receive the event. */
  deliveries: number
}

/** The filters of `events.list`. */
export interface EventsListQuery extends PageQuery {
  /** Only items that were created at this time or later. An ISO 8601 time. */
  created_since?: string | Date | undefined
}

/** Reading the event log, and redelivering its events. */
export interface Events {
  /**
   * List the events of the last 30 days, newest first.
   *
   * Scope `events:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { id, type } of doorkit.events.list({ limit: 100 })) {
   *   console.log(id, type)
   * }
   * ```
   */
  list(query?: EventsListQuery, options?: ListOptions): ListCall<WebhookEvent>
  /**
   * Fetch one event of the last 30 days.
   *
   * Scope `events:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const event = await doorkit.events.get(eventId)
   * if (event.type === 'lead.captured') {
   *   console.log(event.data.object?.id)
   * }
   * ```
   */
  get(id: EventId | (string & {}), options?: CallOptions): Call<WebhookEvent>
  /**
   * Send an event again to every enabled endpoint that subscribes to its type.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deliveries } = await doorkit.events.redeliver(eventId)
   * console.log(`on its way to ${deliveries} endpoint(s)`)
   * ```
   */
  redeliver(id: EventId | (string & {}), options?: WriteOptions): Call<EventRedelivery>
}

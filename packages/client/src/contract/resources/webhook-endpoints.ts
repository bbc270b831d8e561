// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { EventType } from '../event-type.ts'
import type { WebhookDeliveryId, WebhookEndpointId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** An address that events are sent to. */
export interface WebhookEndpoint {
  id: `we_${string}`
  object: 'webhook_endpoint'
  url: string
  /** Empty if none was given. */
  description: string
  /**
   * The event types that the endpoint receives. `*` means every type, including future ones, except
   * `message.created` and `conversation.deleted`.
   */
  events: (EventType | '*' | (string & {}))[]
  status: 'enabled' | 'disabled' | (string & {})
  /**
   * `manual`: a request disabled it. `failing`: deliveries failed for three days. `gone`: the
   * endpoint answered 410.
   */
  disabled_reason: 'manual' | 'failing' | 'gone' | (string & {}) | null
  /** When deliveries began to fail; null while they arrive. An ISO 8601 time. */
  failing_since: string | null
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
  /** Signs deliveries; only in the answers of `create` and `rotateSecret`. */
  secret?: string | undefined
}

/** A webhook endpoint to create. */
export interface WebhookEndpointCreate {
  /** HTTPS, with a public host name. An absolute address. At most 2,048 characters. */
  url: string
  /** 1 to 15 items. No duplicates. */
  events: readonly (EventType | '*')[]
  /** At most 500 characters. */
  description?: string | undefined
}

/** The fields of a webhook endpoint that can be changed. */
export interface WebhookEndpointUpdate {
  /** HTTPS, with a public host name. An absolute address. At most 2,048 characters. */
  url?: string | undefined
  /** 1 to 15 items. No duplicates. */
  events?: readonly (EventType | '*')[] | undefined
  /** At most 500 characters. */
  description?: string | undefined
  status?: 'enabled' | 'disabled' | undefined
}

/** The result of a test delivery. */
export interface WebhookTest {
  object: 'webhook_test'
  /** Null if the endpoint did not answer. */
  status: number | null
  duration_ms: number
  /** The beginning of the answer, or why there was none. */
  response: string
}

/** One event for one endpoint, with the result of its last attempt. */
export interface WebhookDelivery {
  id: `whd_${string}`
  object: 'webhook_delivery'
  endpoint: `we_${string}`
  event: `evt_${string}`
  event_type: EventType | (string & {})
  status: 'queued' | 'delivered' | 'retrying' | 'failed' | (string & {})
  /** How many attempts were made. */
  attempts: number
  /** The status of the answer to the last attempt; null if there was none. */
  last_status: number | null
  last_error: string | null
  /** The first 500 characters of the answer. */
  response: string | null
  duration_ms: number | null
  /**
   * Null if no attempt follows or the endpoint is disabled; may be null before the first attempt.
   * An ISO 8601 time.
   */
  next_attempt_at: string | null
  /** An ISO 8601 time. */
  created_at: string
  /** An ISO 8601 time. */
  updated_at: string
}

/** The answer to the deletion of a webhook endpoint. */
export interface WebhookEndpointDeleted {
  id: `we_${string}`
  object: 'webhook_endpoint'
  deleted: true
}

/** The filters of `webhookEndpoints.listDeliveries`. */
export interface WebhookEndpointsListDeliveriesQuery extends PageQuery {
  status?: 'queued' | 'delivered' | 'retrying' | 'failed' | undefined
}

/** Managing webhook endpoints and their deliveries. */
export interface WebhookEndpoints {
  /**
   * Create a webhook endpoint. The answer contains its signing secret.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { secret } = await doorkit.webhookEndpoints.create({
   *   url: 'https://crm.example/hooks',
   *   events: ['lead.captured', 'meeting.booked'],
   * })
   * console.log(`keep this, it is not shown again: ${secret}`)
   * ```
   */
  create(input: WebhookEndpointCreate, options?: WriteOptions): Call<WebhookEndpoint & { secret: NonNullable<WebhookEndpoint['secret']> }>
  /**
   * List all webhook endpoints.
   *
   * Scope `webhooks:write`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { url, status } of doorkit.webhookEndpoints.list()) console.log(url, status)
   * ```
   */
  list(options?: ListOptions): ListCall<WebhookEndpoint>
  /**
   * Fetch one webhook endpoint.
   *
   * Scope `webhooks:write`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, failing_since } = await doorkit.webhookEndpoints.get(endpointId)
   * console.log(status, failing_since ?? 'receives')
   * ```
   */
  get(id: WebhookEndpointId | (string & {}), options?: CallOptions): Call<WebhookEndpoint>
  /**
   * Change, enable or disable a webhook endpoint.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status } = await doorkit.webhookEndpoints.update(endpointId, {
   *   events: ['*'],
   *   status: 'disabled',
   * })
   * console.log(status)
   * ```
   */
  update(id: WebhookEndpointId | (string & {}), input: WebhookEndpointUpdate, options?: WriteOptions): Call<WebhookEndpoint>
  /**
   * Delete a webhook endpoint and its deliveries.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.webhookEndpoints.delete(endpointId)
   * console.log(deleted)
   * ```
   */
  delete(id: WebhookEndpointId | (string & {}), options?: WriteOptions): Call<WebhookEndpointDeleted>
  /**
   * Send a test event to the endpoint, and return the answer of the receiver.
   *
   * Scope `webhooks:write`; counts against the smaller budget of heavy requests; retried under one
   * idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, duration_ms } = await doorkit.webhookEndpoints.test(endpointId)
   * console.log(`answered ${status ?? 'nothing'} in ${duration_ms} ms`)
   * ```
   */
  test(id: WebhookEndpointId | (string & {}), options?: WriteOptions): Call<WebhookTest>
  /**
   * Replace the secret of the endpoint. For 24 hours, the old secret also signs.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { secret } = await doorkit.webhookEndpoints.rotateSecret(endpointId)
   * console.log(secret)
   * ```
   */
  rotateSecret(id: WebhookEndpointId | (string & {}), options?: WriteOptions): Call<WebhookEndpoint & { secret: NonNullable<WebhookEndpoint['secret']> }>
  /**
   * List the deliveries to an endpoint, newest first.
   *
   * Scope `webhooks:write`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const deliveries = doorkit.webhookEndpoints.listDeliveries(endpointId, { limit: 100 })
   * for await (const { event_type, status } of deliveries) console.log(event_type, status)
   * ```
   */
  listDeliveries(id: WebhookEndpointId | (string & {}), query?: WebhookEndpointsListDeliveriesQuery, options?: ListOptions): ListCall<WebhookDelivery>
  /**
   * Send a delivery of the last 30 days again, if its endpoint is enabled.
   *
   * Scope `webhooks:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status } = await doorkit.webhookEndpoints.redeliver(endpointId, deliveryId)
   * console.log(status)
   * ```
   */
  redeliver(id: WebhookEndpointId | (string & {}), deliveryId: WebhookDeliveryId | (string & {}), options?: WriteOptions): Call<WebhookDelivery>
}

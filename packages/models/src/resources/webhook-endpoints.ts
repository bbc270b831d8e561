import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import { type EventType, eventsByName, eventTypes } from '../event-types.ts'
import { EventId, WebhookDeliveryId, WebhookEndpointId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { webAddress } from '../web-address.ts'

const subscription = ['*', ...eventTypes] as ['*', ...EventType[]]
const exceptions = eventsByName.map((type) => `\`${type}\``).join(' and ')

/** The event types that an endpoint receives. `*` is used alone. */
export const WebhookSubscription = z
  .array(z.enum(subscription))
  .min(1)
  .max(eventTypes.length)
  .refine((types) => new Set(types).size === types.length, 'Name each event type once.')
  .refine(
    (types) => types.length === 1 || !types.includes('*'),
    'Use `*` alone, without other types.',
  )
  .meta({ uniqueItems: true })
export type WebhookSubscription = z.infer<typeof WebhookSubscription>

const url = webAddress().meta({ description: 'HTTPS, with a public host name.' })
const description = z.string().max(500)

/** An address that events are sent to (docs/api.md#webhook-endpoint). */
export const WebhookEndpoint = z
  .object({
    id: WebhookEndpointId,
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    description: z.string().meta({ description: 'Empty if none was given.' }),
    events: z.array(z.enum(subscription)).meta({
      description: `The event types that the endpoint receives. \`*\` means every type, including future ones, except ${exceptions}.`,
    }),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z.enum(['manual', 'failing', 'gone']).nullable().meta({
      description:
        '`manual`: a request disabled it. `failing`: deliveries failed for three days. `gone`: the endpoint answered 410.',
    }),
    failing_since: Timestamp.nullable().meta({
      description: 'When deliveries began to fail; null while they arrive.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    secret: z
      .string()
      .regex(/^whsec_/)
      .optional()
      .meta({
        description: 'Signs deliveries; only in the answers of `create` and `rotateSecret`.',
      }),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** A webhook endpoint to create. */
export const WebhookEndpointCreate = z
  .strictObject({ url, events: WebhookSubscription, description: description.optional() })
  .meta({ id: 'WebhookEndpointCreate' })
export type WebhookEndpointCreate = z.infer<typeof WebhookEndpointCreate>

/** The fields of a webhook endpoint that can be changed. */
export const WebhookEndpointUpdate = z
  .strictObject({
    url: url.optional(),
    events: WebhookSubscription.optional(),
    description: description.optional(),
    status: z.enum(['enabled', 'disabled']).optional(),
  })
  .meta({ id: 'WebhookEndpointUpdate' })
export type WebhookEndpointUpdate = z.infer<typeof WebhookEndpointUpdate>

/** The result of a test delivery. */
export const WebhookTest = z
  .object({
    object: z.literal('webhook_test').meta({ extension: true }),
    status: z.int().nullable().meta({ description: 'Null if the endpoint did not answer.' }),
    duration_ms: z.int().min(0),
    response: z
      .string()
      .meta({ description: 'The beginning of the answer, or why there was none.' }),
  })
  .meta({ id: 'WebhookTest' })
export type WebhookTest = z.infer<typeof WebhookTest>

/** One event for one endpoint, with the result of its last attempt (docs/api.md#webhook-delivery). */
export const WebhookDelivery = z
  .object({
    id: WebhookDeliveryId,
    object: z.literal('webhook_delivery'),
    endpoint: WebhookEndpointId,
    event: EventId,
    event_type: z.enum(eventTypes),
    status: z.enum(['queued', 'delivered', 'retrying', 'failed']),
    attempts: z.int().min(0).meta({ description: 'How many attempts were made.' }),
    last_status: z.int().nullable().meta({
      description: 'The status of the answer to the last attempt; null if there was none.',
    }),
    last_error: z.string().nullable(),
    response: z
      .string()
      .nullable()
      .meta({ description: 'The first 500 characters of the answer.' }),
    duration_ms: z.int().min(0).nullable(),
    next_attempt_at: Timestamp.nullable().meta({
      description:
        'Null if no attempt follows or the endpoint is disabled; may be null before the first attempt.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery', extension: true })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const endpoint = { id: WebhookEndpointId }

/** Managing webhook endpoints and their deliveries. */
export const webhookEndpoints = defineOperations({
  /** Create a webhook endpoint. The answer contains its signing secret. */
  create: {
    summary: 'Create a webhook endpoint. The answer contains its signing secret.',
    method: 'POST',
    path: '/webhook_endpoints',
    scope: 'webhooks:write',
    cost: 'standard',
    body: WebhookEndpointCreate,
    reply: created(WebhookEndpoint),
    errors: ['conflict'],
  },
  /** List all webhook endpoints. */
  list: {
    summary: 'List all webhook endpoints.',
    method: 'GET',
    path: '/webhook_endpoints',
    scope: 'webhooks:write',
    cost: 'standard',
    reply: listOf(WebhookEndpoint),
  },
  /** Fetch one webhook endpoint. */
  get: {
    summary: 'Fetch one webhook endpoint.',
    method: 'GET',
    path: '/webhook_endpoints/{id}',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'standard',
    reply: json(WebhookEndpoint),
  },
  /** Change, enable or disable a webhook endpoint. */
  update: {
    summary: 'Change, enable or disable a webhook endpoint.',
    method: 'PATCH',
    path: '/webhook_endpoints/{id}',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'standard',
    body: WebhookEndpointUpdate,
    reply: json(WebhookEndpoint),
  },
  /** Delete a webhook endpoint and its deliveries. */
  delete: {
    summary: 'Delete a webhook endpoint and its deliveries.',
    method: 'DELETE',
    path: '/webhook_endpoints/{id}',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'standard',
    reply: json(deletionSchema(WebhookEndpointId, 'webhook_endpoint')),
  },
  /** Send a test event to the endpoint, and return the answer of the receiver. */
  test: {
    summary: 'Send a test event to the endpoint, and return the answer of the receiver.',
    method: 'POST',
    path: '/webhook_endpoints/{id}/test',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'heavy',
    reply: json(WebhookTest),
  },
  /** Replace the secret of the endpoint. For 24 hours, the old secret also signs. */
  rotateSecret: {
    summary: 'Replace the secret of the endpoint. For 24 hours, the old secret also signs.',
    method: 'POST',
    path: '/webhook_endpoints/{id}/rotate_secret',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'standard',
    reply: json(WebhookEndpoint),
  },
  /** List the deliveries to an endpoint, newest first. */
  listDeliveries: {
    summary: 'List the deliveries to an endpoint, newest first.',
    method: 'GET',
    path: '/webhook_endpoints/{id}/deliveries',
    params: endpoint,
    scope: 'webhooks:write',
    cost: 'standard',
    query: PageQuery.extend({ status: WebhookDelivery.shape.status.optional() }),
    reply: listOf(WebhookDelivery),
    extension: true,
  },
  /** Send a delivery of the last 30 days again, if its endpoint is enabled. */
  redeliver: {
    summary: 'Send a delivery of the last 30 days again, if its endpoint is enabled.',
    method: 'POST',
    path: '/webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver',
    params: { id: WebhookEndpointId, delivery_id: WebhookDeliveryId },
    scope: 'webhooks:write',
    cost: 'standard',
    reply: json(WebhookDelivery),
    errors: ['conflict', 'unprocessable'],
    extension: true,
  },
})

import { eventTypes } from '../event-types.ts'
import { eventTable, webhookEventSchemas } from '../resources/webhook-event.ts'
import type { Components } from './components.ts'
import type { OpenApiParameter, OpenApiWebhook } from './document.ts'

/** The headers of every webhook, by component name (docs/api.md#webhook-requests). */
export const webhookHeaders = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, identical in every retry: dedupe by it.',
    schema: { type: 'string', pattern: '^evt_' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description:
      'The Unix time of the attempt, in seconds. Refuse the webhook if this time differs from your clock by more than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more entries `v1,<signature>`, separated by spaces: HMAC-SHA256 in base64 over `<webhook-id>.<webhook-timestamp>.<body>`.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$' },
  },
} as const satisfies Record<string, OpenApiParameter>

const parameters = Object.keys(webhookHeaders).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const responses = {
  '2XX': { description: 'Received. Answer within 10 seconds.' },
  '410': { description: 'The endpoint is gone. It is disabled immediately.' },
  default: {
    description:
      'Not received: the webhook is sent again. It has up to nine attempts in about three days.',
  },
}

export function openApiWebhooks({ schema }: Components): Record<string, { post: OpenApiWebhook }> {
  const webhooks = eventTypes.map((type): [string, { post: OpenApiWebhook }] => [
    type,
    {
      post: {
        operationId: `webhooks.${type}`,
        summary: eventTable[type].when,
        tags: ['webhooks'],
        security: [],
        ...('extension' in eventTable[type] ? { 'x-extension': true } : {}),
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schema(webhookEventSchemas[type]) } },
        },
        responses,
      },
    },
  ])
  return Object.fromEntries(webhooks)
}

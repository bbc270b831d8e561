import * as z from 'zod'
import { EventId } from '../ids.ts'
import { createdSince, PageQuery } from '../list.ts'
import { defineOperations, json, listOf } from '../operation.ts'
import { WebhookEvent } from './webhook-event.ts'

/** The answer to the redelivery of an event: how many deliveries were queued. */
export const EventRedelivery = z
  .object({
    object: z.literal('event_redelivery'),
    event: EventId,
    deliveries: z.int().min(0).meta({ description: 'How many endpoints receive the event.' }),
  })
  .meta({ id: 'EventRedelivery', extension: true })
export type EventRedelivery = z.infer<typeof EventRedelivery>

/** Reading the event log, and redelivering its events. */
export const events = defineOperations({
  /** List the events of the last 30 days, newest first. */
  list: {
    summary: 'List the events of the last 30 days, newest first.',
    method: 'GET',
    path: '/events',
    scope: 'events:read',
    cost: 'standard',
    query: PageQuery.extend({ created_since: createdSince }),
    reply: listOf(WebhookEvent),
  },
  /** Fetch one event of the last 30 days. */
  get: {
    summary: 'Fetch one event of the last 30 days.',
    method: 'GET',
    path: '/events/{id}',
    params: { id: EventId },
    scope: 'events:read',
    cost: 'standard',
    reply: json(WebhookEvent),
    extension: true,
  },
  /** Send an event again to every enabled endpoint that subscribes to its type. */
  redeliver: {
    summary: 'Send an event again to every enabled endpoint that subscribes to its type.',
    method: 'POST',
    path: '/events/{id}/redeliver',
    params: { id: EventId },
    scope: 'webhooks:write',
    cost: 'standard',
    reply: json(EventRedelivery),
    extension: true,
  },
})

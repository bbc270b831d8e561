import { type Id, limits, type WebhookEvent } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { payloadDueAt, type StoredEvent, events as storedEvents } from '../collections/event.ts'
import type { Context } from '../commit/request-context.ts'
import { notFound } from '../errors/failure.ts'
import { eventAnswerBytes, eventRows } from '../limits/bounds.ts'
import {
  dueDelivery,
  enabledEndpoints,
  queuedDelivery,
  subscribersOf,
} from '../webhooks/emit-events.ts'
import { buildPayload, referenceOnly } from '../webhooks/event-payload.ts'
import { queueAgain } from '../webhooks/redeliver.ts'
import { wakeQueues } from '../webhooks/wake-queues.ts'
import { finder } from './find-by-id.ts'
import type { Handlers } from './handler-types.ts'
import { longPage, since } from './list-page.ts'

const findAny = finder(storedEvents, 'event')

export const events: Handlers['events'] = {
  async list({ query }, context) {
    const request = {
      collection: storedEvents,
      index: 'events_created',
      where: since('created_at', query.created_since),
      also: [{ column: 'created_at', op: 'gte', value: logStart(context) }] as const,
      query,
      isIncremental: true,
      rowsAtOnce: eventRows,
      toItem: (row: StoredEvent) => show(context, row),
    }
    return longPage(context, request, eventAnswerBytes)
  },

  async get({ id }, context) {
    await context.reserveMemory(eventAnswerBytes)
    return show(context, await find(context, id))
  },

  async redeliver({ id }, context) {
    return context.write(async (at) => {
      const event = await find(context, id)
      const now = context.clock.now()
      const { id: workspace } = context.workspace
      const enabled = await enabledEndpoints(context, workspace)
      const endpoints = subscribersOf(enabled, event.data.type)
      const earlier = await deliveries.list(context.store, {
        index: 'webhook_deliveries_event',
        where: [equals('workspace', workspace), equals('event', event.id)],
        dir: 'asc',
        limit: 1_000,
      })
      const ops = await Promise.all(
        endpoints.map(async ({ id: endpoint }) => {
          const delivery = earlier.find(({ columns }) => columns.endpoint === endpoint)
          if (delivery) return (await queueAgain(context, delivery, event, { at, now })).ops
          const of = { workspace, endpoint, event: event.id, type: event.data.type }
          const dueAt = Math.max(now, payloadDueAt(event, now) ?? now)
          const erased = Number(event.data.erased)
          const { id, op } = queuedDelivery(context, of, at, { next_at: dueAt, erased })
          return [op, dueDelivery(id, of, dueAt)]
        }),
      )
      const woken = endpoints.map(({ id: endpoint }) => ({ workspace, endpoint }))
      return {
        ops: [...ops.flat(), ...wakeQueues(woken, now)],
        reply: {
          object: 'event_redelivery' as const,
          event: event.id as Id<'event'>,
          deliveries: ops.length,
        },
      }
    })
  },
}

/** Reads an event that the log still shows. */
async function find(context: Context, id: string): Promise<StoredEvent> {
  const row = await findAny(context, id)
  if (row.columns.created_at < logStart(context)) throw notFound('event')
  return row
}

function logStart({ clock }: Context): number {
  return clock.now() - limits.eventLogSeconds * 1_000
}

/**
 * The stored payload or, if it is not built yet, the payload that would be built now. Without the scope
 * `contacts:read`, it contains only a reference to its object.
 */
async function show(context: Context, row: StoredEvent): Promise<WebhookEvent> {
  const event =
    row.data.payload === null
      ? await buildPayload(context.store, row)
      : (JSON.parse(row.data.payload) as WebhookEvent)
  return context.may('contacts:read') ? event : referenceOnly(event, row)
}

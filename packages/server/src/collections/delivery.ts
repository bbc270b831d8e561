import { type EventType, type Id, limits, toTimestamp, type WebhookDelivery } from '@doorkit/models'
import { collection, type Stored } from './collection.ts'
import { forSeconds, plain } from './declaration.ts'

export interface DeliveryData {
  readonly event_type: EventType
  /** Every attempt made, by hand ones included. */
  readonly attempts: number
  /** Attempts of the automatic schedule. */
  readonly automatic: number
  /** When the schedule goes on; null when it is over. */
  readonly automatic_at: number | null
  /** How often somebody asked for it to be sent again, and it was not yet. */
  readonly manual: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly response: string | null
  /** Set when the person was erased: a receiver may answer with what it was sent. */
  readonly erased?: true | undefined
  readonly duration_ms: number | null
}

interface DeliveryKeys {
  workspace: string
  endpoint: string
  event: string
  status: WebhookDelivery['status']
  created_at: number
  updated_at: number
  /** When the next attempt is due; null when there is none, or its payload is still to be built. */
  due_at: number | null
}

/** Events on their way to endpoints, and the log of how that went. */
export const deliveries = collection<DeliveryKeys, DeliveryData>({
  name: 'webhook_deliveries',
  keys: {
    workspace: 'text',
    endpoint: 'text',
    event: 'text',
    status: 'text',
    created_at: 'integer',
    updated_at: 'integer',
    due_at: 'integer',
  },
  indexes: [
    { name: 'webhook_deliveries_log', on: ['workspace', 'endpoint', 'status', 'created_at'] },
    { name: 'webhook_deliveries_due', on: ['workspace', 'endpoint', 'due_at'] },
    { name: 'webhook_deliveries_event', on: ['workspace', 'event'] },
    { name: 'webhook_deliveries_age', on: ['created_at'] },
  ],
  kept: forSeconds('created_at', limits.eventLogSeconds),
  fields: {
    ...plain('endpoint', 'status', 'event_type', 'last_error'),
    event: { of: 'events' },
    response: { erased: null },
    erased: { erased: true },
  },
  exported: 'what its event is about is',
})

export type StoredDelivery = Stored<DeliveryKeys, DeliveryData>

/** The wire's form of a delivery; one whose endpoint is switched off waits without a time. */
export function toDelivery(
  row: Pick<StoredDelivery, 'id' | 'keys' | 'data'>,
  endpoint: { readonly keys: { readonly enabled: number } },
): WebhookDelivery {
  const { keys, data } = row
  return {
    id: row.id as Id<'webhookDelivery'>,
    object: 'webhook_delivery',
    endpoint: keys.endpoint as Id<'webhookEndpoint'>,
    event: keys.event as Id<'event'>,
    event_type: data.event_type,
    status: keys.status,
    attempts: data.attempts,
    last_status: data.last_status,
    last_error: data.last_error,
    response: data.response,
    duration_ms: data.duration_ms,
    next_attempt_at:
      keys.due_at === null || !endpoint.keys.enabled ? null : toTimestamp(keys.due_at),
    created_at: toTimestamp(keys.created_at),
    updated_at: toTimestamp(keys.updated_at),
  }
}

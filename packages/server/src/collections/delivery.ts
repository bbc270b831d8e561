import { type Id, limits, toTimestamp, type WebhookDelivery } from '@doorkit/models'
import { collection } from './collection.ts'
import { forSeconds, oneOf, plain, type StoredRow } from './declare-collection.ts'

type ShownField = 'event_type' | 'last_status' | 'last_error' | 'response' | 'duration_ms'

export interface DeliveryData extends Readonly<Pick<WebhookDelivery, ShownField>> {
  /**
   * When the next attempt is due, as set by an earlier attempt or a requested redelivery; null before
   * that, and if no attempt follows.
   */
  readonly next_at: number | null
}

const deliveryColumns = {
  workspace: 'text',
  endpoint: 'text',
  event: 'text',
  status: oneOf<WebhookDelivery['status']>(),
  created_at: 'integer',
  updated_at: 'integer',
  /** The number of attempts, including manual ones. */
  attempts: 'integer',
  /** 1 if the event's person was erased. Later responses may echo the person's data, and are not stored. */
  erased: 'integer',
} as const

/**
 * The log of deliveries. Rows are written when an event happens, after each attempt, and when a
 * redelivery is requested. The schedule of unfinished deliveries is in `deliveries_due`.
 */
export const deliveries = collection<typeof deliveryColumns, DeliveryData>({
  name: 'webhook_deliveries',
  columns: deliveryColumns,
  indexes: [
    { name: 'webhook_deliveries_log', on: ['workspace', 'endpoint', 'status', 'created_at'] },
    { name: 'webhook_deliveries_event', on: ['workspace', 'event'] },
    { name: 'webhook_deliveries_age', on: ['created_at'] },
  ],
  retention: forSeconds('created_at', limits.eventLogSeconds),
  fields: {
    ...plain('endpoint', 'status', 'event_type', 'last_error'),
    event: { of: 'events' },
    response: { erased: null },
    erased: { erased: 1 },
  },
  exported: 'no, but the object of its event is',
})

export type StoredDelivery = StoredRow<typeof deliveryColumns, DeliveryData>

/** Converts a delivery to the API's form. While its endpoint is disabled, it has no next attempt. */
export function toDelivery(
  row: Pick<StoredDelivery, 'id' | 'columns' | 'data'>,
  endpoint: { readonly columns: { readonly enabled: number } },
): WebhookDelivery {
  const { columns, data } = row
  return {
    id: row.id as Id<'webhookDelivery'>,
    object: 'webhook_delivery',
    endpoint: columns.endpoint as Id<'webhookEndpoint'>,
    event: columns.event as Id<'event'>,
    event_type: data.event_type,
    status: columns.status,
    attempts: columns.attempts,
    last_status: data.last_status,
    last_error: data.last_error,
    response: data.response,
    duration_ms: data.duration_ms,
    next_attempt_at:
      data.next_at === null || !endpoint.columns.enabled ? null : toTimestamp(data.next_at),
    created_at: toTimestamp(columns.created_at),
    updated_at: toTimestamp(columns.updated_at),
  }
}

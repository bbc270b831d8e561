import type { EventType } from '@doorkit/models'
import { collection, type TypedRow } from './collection.ts'
import { type ColumnsOf, plain } from './declaration.ts'

export interface DueDeliveryData {
  readonly event: string
  readonly event_type: EventType
  /** Attempts of the automatic schedule that were made. */
  readonly automatic: number
  /** When the schedule goes on; null when it is over. */
  readonly automatic_at: number | null
  /** How often somebody asked for it to be sent again, and it was not yet. */
  readonly manual: number
}

const dueDeliveryKeys = { workspace: 'text', endpoint: 'text', due_at: 'integer' } as const
type DueDeliveryKeys = ColumnsOf<typeof dueDeliveryKeys>

/**
 * The deliveries that are still to be sent, apart from their log: narrow rows that are there from
 * the building of the payload to the last attempt. The id is the delivery's.
 */
export const dueDeliveries = collection<DueDeliveryKeys, DueDeliveryData>({
  name: 'deliveries_due',
  keys: dueDeliveryKeys,
  indexes: [{ name: 'deliveries_due_endpoint', on: ['workspace', 'endpoint', 'due_at'] }],
  retention: 'until done',
  fields: plain('endpoint', 'event', 'event_type'),
})
export type StoredDueDelivery = TypedRow<DueDeliveryKeys, DueDeliveryData>

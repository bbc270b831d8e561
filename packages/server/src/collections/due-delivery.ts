import type { EventType } from '@doorkit/models'
import { collection } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

export interface DueDeliveryData {
  readonly event: string
  readonly event_type: EventType
  /** The number of automatic attempts since this row was added. */
  readonly automatic: number
  /** When the next automatic attempt is due; null if the schedule is over. */
  readonly automatic_at: number | null
  /** The number of requested redeliveries that are not sent yet. */
  readonly manual: number
}

const dueDeliveryColumns = { workspace: 'text', endpoint: 'text', due_at: 'integer' } as const

/**
 * The deliveries that are still to be sent. Each has a narrow row here, in addition to its row in the
 * log, from when its payload is built or a redelivery is requested until its last attempt. Both rows
 * have the same id.
 */
export const dueDeliveries = collection<typeof dueDeliveryColumns, DueDeliveryData>({
  name: 'deliveries_due',
  columns: dueDeliveryColumns,
  indexes: [{ name: 'deliveries_due_endpoint', on: ['workspace', 'endpoint', 'due_at'] }],
  retention: 'until done',
  fields: plain('endpoint', 'event', 'event_type'),
})
export type StoredDueDelivery = StoredRow<typeof dueDeliveryColumns, DueDeliveryData>

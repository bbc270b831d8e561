import type { WriteOp } from '@doorkit/store'
import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { payloadDueAt, type StoredEvent } from '../collections/event.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'

/**
 * The writes that queue a delivery again, and the delivery as it is after them. A worker that is already
 * sending the delivery sees from `manual` that another attempt was requested.
 *
 * @param event - the event of the delivery; null if it is gone.
 */
export async function queueAgain(
  { store }: Pick<Services, 'store'>,
  delivery: StoredDelivery,
  event: StoredEvent | null,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<{ ops: WriteOp[]; delivery: Pick<StoredDelivery, 'id' | 'columns' | 'data'> }> {
  const { id, columns } = delivery
  const set = { status: 'queued', updated_at: changedAt(columns, at) } as const
  const data = { ...delivery.data, next_at: now }
  const { workspace, endpoint } = columns
  const due = await dueDeliveries.get(store, workspace, id)
  return {
    ops: [
      deliveries.edit(delivery, { set, data }),
      due
        ? dueDeliveries.edit(due, {
            set: { due_at: now },
            data: { ...due.data, manual: due.data.manual + 1 },
          })
        : dueDeliveries.insert(
            id,
            { workspace, endpoint, due_at: now },
            {
              event: columns.event,
              event_type: delivery.data.event_type,
              automatic: 0,
              // If the payload is still to be built, the automatic schedule begins then. Otherwise it is
              // over.
              automatic_at: event && payloadDueAt(event, now),
              manual: 1,
            },
          ),
    ],
    delivery: { id, columns: { ...columns, ...set }, data },
  }
}

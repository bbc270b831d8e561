import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import type { WriteOp } from '../store/index.ts'

/** The write that puts a delivery back in the queue, and the delivery as it then is. */
export function askAgain(
  delivery: StoredDelivery,
  at: number,
): { op: WriteOp; delivery: Pick<StoredDelivery, 'id' | 'keys' | 'data'> } {
  const { keys } = delivery
  // While an attempt is under way its lease stays: the worker that holds it sees `manual` when
  // it finishes, and a worker that died is followed when the lease ends.
  const underWay = keys.lease !== null && keys.due_at !== null && keys.due_at > at
  const due_at = underWay ? keys.due_at : at
  const set = { status: 'queued', updated_at: at, due_at, parked: 0 } as const
  const data = { ...delivery.data, manual: delivery.data.manual + 1 }
  return {
    op: deliveries.patch(delivery.id, { set, data }, { ifRev: delivery.rev }),
    delivery: { id: delivery.id, keys: { ...keys, ...set }, data },
  }
}

import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import type { WriteOp } from '../store/index.ts'

/**
 * The write that puts a delivery back in the queue, and the delivery as it then is. A worker that
 * makes an attempt of it meanwhile sees by `manual` that it has to make another.
 */
export function askAgain(
  delivery: StoredDelivery,
  at: number,
  now: number,
): { op: WriteOp; delivery: Pick<StoredDelivery, 'id' | 'keys' | 'data'> } {
  const set = { status: 'queued', updated_at: at, due_at: now } as const
  const data = { ...delivery.data, manual: delivery.data.manual + 1 }
  return {
    op: deliveries.patch(
      delivery.keys.workspace,
      delivery.id,
      { set, data },
      { ifRev: delivery.rev },
    ),
    delivery: { id: delivery.id, keys: { ...delivery.keys, ...set }, data },
  }
}

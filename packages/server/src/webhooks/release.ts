import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import { events, type StoredEvent } from '../collections/event.ts'
import type { WriteOp } from '../store/index.ts'
import { defineStep } from '../worker/step.ts'
import { buildPayload } from './payload.ts'
import { wakeLanes } from './wake-lanes.ts'

/** Stores the payload of a due event and makes its deliveries due, in one commit. */
export const releaseStep = defineStep({
  collection: events,
  leaseMs: 30_000,
  concurrency: 32,
  async work({ store, clock }, claimed, token) {
    const { workspace } = claimed.keys
    for (let event: StoredEvent | null = claimed; event?.keys.lease === token; ) {
      const payload = event.data.payload ?? JSON.stringify(await buildPayload(store, event))
      const ids = event.data.deliveries
      const waiting = [...(await deliveries.getMany(store, workspace, ids)).values()]
      const now = clock.now()
      const wakes = await wakeLanes(
        store,
        workspace,
        waiting.map(({ keys }) => keys.endpoint),
        now,
      )
      const result = await store.commit([
        events.patch(
          workspace,
          event.id,
          { set: { due_at: null, lease: null }, data: { ...event.data, payload, deliveries: [] } },
          { ifRev: event.rev },
        ),
        ...waiting.map((row) => makeDue(row, now)),
        ...wakes,
      ])
      if (result.ok) return
      // A delivery was changed or deleted meanwhile, or the person was erased.
      event = await events.get(store, workspace, claimed.id)
    }
  },
})

function makeDue({ id, rev, keys: { workspace }, data }: StoredDelivery, now: number): WriteOp {
  const patch = { set: { due_at: now }, data: { ...data, automatic_at: now } }
  return deliveries.patch(workspace, id, patch, { ifRev: rev })
}

import { buildPayload } from '../outbox/payload.ts'
import { deliveries } from '../records/delivery.ts'
import { events } from '../records/event.ts'
import { equals } from '../records/record.ts'
import { defineStep } from './step.ts'

/** Stores the payload of a due event and makes its deliveries due, in one commit. */
export const releaseStep = defineStep({
  collection: events,
  leaseMs: 30_000,
  concurrency: 32,
  async work({ store, clock }, event, token) {
    const payload = event.data.payload ?? JSON.stringify(await buildPayload(store, event))
    const collection = deliveries.plan.name
    const waiting = await store.get(event.data.deliveries.map((id) => ({ in: collection, id })))
    const now = clock.now()
    // When an endpoint and its deliveries are deleted meanwhile, the commit fails, and the event
    // comes up again when its lease ends.
    await store.commit([
      events.patch(
        event.id,
        { set: { due_at: null, lease: null }, data: { ...event.data, payload, deliveries: [] } },
        { ifRev: event.rev, when: [equals('lease', token)] },
      ),
      ...waiting.flatMap((row) =>
        row ? [deliveries.patch(row.id, { set: { due_at: now } })] : [],
      ),
    ])
  },
})

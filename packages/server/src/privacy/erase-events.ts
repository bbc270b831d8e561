import { equals } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { events, type StoredEvent } from '../collections/event.ts'
import type { Services } from '../kit/services.ts'
import { erasedPayload } from '../webhooks/payload.ts'
import type { Erased } from './erased.ts'
import { listAll } from './person.ts'

/**
 * Replaces the payloads of the events about one object, or of those that `concerns` picks, and
 * counts those that were changed.
 */
export async function eraseEvents(
  services: Services,
  workspace: string,
  subject: string,
  erased: Erased,
  concerns: (event: StoredEvent) => boolean = () => true,
): Promise<void> {
  const where = [equals('workspace', workspace), equals('subject', subject)]
  const found = await listAll(services.store, events, 'events_subject', where)
  for (const row of found.filter(concerns)) {
    erased.people.add(row.id)
    if (await eraseEvent(services, row)) erased.events += 1
  }
}

async function eraseEvent({ store }: Services, seen: StoredEvent): Promise<boolean> {
  for (let row: StoredEvent | null = seen; row; row = await events.get(store, seen.id)) {
    if (row.data.erased) return false
    const payload = JSON.stringify(erasedPayload(row))
    const made = await deliveries.list(store, {
      index: 'webhook_deliveries_event',
      where: [equals('event', row.id)],
      dir: 'asc',
      limit: 1_000,
    })
    const result = await store.commit([
      events.patch(
        row.id,
        { data: { ...row.data, error: null, payload, erased: true } },
        { ifRev: row.rev },
      ),
      // A receiver may have answered with what it was sent, or be about to.
      ...made.map(({ id, rev, data }) =>
        deliveries.patch(id, { data: { ...data, response: null, erased: true } }, { ifRev: rev }),
      ),
    ])
    if (result.ok) return true
  }
  return false
}

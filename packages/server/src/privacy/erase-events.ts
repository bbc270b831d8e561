import { deliveries } from '../collections/delivery.ts'
import { events, type StoredEvent } from '../collections/event.ts'
import { equals } from '../collections/record.ts'
import type { Services } from '../services.ts'
import { erasedPayload } from '../webhooks/payload.ts'

const pageSize = 200

/**
 * Replaces the payloads of the events about one object, or of those that `concerns` picks; returns
 * how many were changed.
 */
export async function eraseEvents(
  services: Services,
  workspace: string,
  subject: string,
  concerns: (event: StoredEvent) => boolean = () => true,
): Promise<number> {
  let erased = 0
  let after: [string, string, string] | undefined
  do {
    const rows = await events.list(services.store, {
      index: 'events_subject',
      where: [equals('workspace', workspace), equals('subject', subject)],
      dir: 'asc',
      limit: pageSize,
      after,
    })
    for (const row of rows.filter(concerns)) erased += (await eraseEvent(services, row)) ? 1 : 0
    const last = rows.at(-1)
    after = last && rows.length === pageSize ? [workspace, subject, last.id] : undefined
  } while (after)
  return erased
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

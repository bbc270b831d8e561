import { equals, positionOf } from '../collections/collection.ts'
import { dueDeliveries, type StoredDueDelivery } from '../collections/due-delivery.ts'
import type { StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import { events, type StoredEvent } from '../collections/event.ts'
import type { Services } from '../services/services.ts'

export interface DueWebhook {
  readonly delivery: StoredDueDelivery
  /** Null if the event is gone. */
  readonly event: StoredEvent | null
}

// This is enough for several attempts in each place. An endpoint that did not answer has one place, so
// few rows are read for it.
const pageRowsPerPlace = 8
const mostInPage = 200

/**
 * Reads the due deliveries of an endpoint, page by page. Each page after the first is read only if
 * `mayReadOn` returns true. A page takes one call for the deliveries and one for their events.
 */
export function readDueDeliveries(
  { store, clock }: Services,
  { id: endpoint, columns: { workspace } }: StoredEndpointQueue,
  places: number,
  mayReadOn: () => boolean,
) {
  const limit = Math.min(places * pageRowsPerPlace, mostInPage)
  let waiting: DueWebhook[] = []
  let after: readonly (string | number)[] | undefined
  let isOver = false
  let reading: Promise<void> | undefined

  async function readPage(): Promise<void> {
    const page = await dueDeliveries.list(store, {
      index: 'deliveries_due_endpoint',
      where: [
        equals('workspace', workspace),
        equals('endpoint', endpoint),
        { column: 'due_at', op: 'lte', value: clock.now() },
      ],
      after,
      dir: 'asc',
      limit,
    })
    const last = page.at(-1)
    if (last) after = positionOf(dueDeliveries.plan, 'deliveries_due_endpoint', last)
    isOver = page.length < limit
    const eventIds = page.map(({ data }) => data.event)
    const found = await events.getMany(store, workspace, eventIds)
    waiting = page
      .map((delivery) => ({ delivery, event: found.get(delivery.data.event) ?? null }))
      .reverse()
  }

  return {
    /** Returns the delivery that has been due the longest; undefined if the round has no more. */
    async next(): Promise<DueWebhook | undefined> {
      while (waiting.length === 0) {
        if (!reading) {
          if (isOver || (after && !mayReadOn())) return undefined
          reading = readPage().finally(() => {
            reading = undefined
          })
        }
        await reading
      }
      return waiting.pop()
    },
  }
}

import { equals, positionOf } from '../collections/collection.ts'
import { dueDeliveries, type StoredDueDelivery } from '../collections/due-delivery.ts'
import type { StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import { events, type StoredEvent } from '../collections/event.ts'
import type { Services } from '../kit/services.ts'

/** A delivery that is due, and what it carries; null when its event is gone. */
export interface DueWebhook {
  readonly delivery: StoredDueDelivery
  readonly event: StoredEvent | null
}

// Several times the number that one round of the places sends; a probe reads little.
const pagesOf = 8
const mostInPage = 200

/**
 * Reads what is due for the endpoint of a queue, page by page while `goesOn`: the deliveries of a
 * page in one call, and their events in one more.
 */
export function readDueWebhooks(
  { store, clock }: Services,
  { id: endpoint, keys: { workspace } }: StoredEndpointQueue,
  places: number,
  goesOn: () => boolean,
) {
  const limit = Math.min(places * pagesOf, mostInPage)
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
        { key: 'due_at', op: 'lte', value: clock.now() },
      ],
      after,
      dir: 'asc',
      limit,
    })
    const last = page.at(-1)
    if (last) after = positionOf(dueDeliveries.plan, 'deliveries_due_endpoint', last)
    isOver = page.length < limit
    const found = await events.getMany(
      store,
      workspace,
      page.map(({ data }) => data.event),
    )
    waiting = page
      .map((delivery) => ({ delivery, event: found.get(delivery.data.event) ?? null }))
      .reverse()
  }

  return {
    /** The next one, soonest first; undefined when the round has no more. */
    async next(): Promise<DueWebhook | undefined> {
      while (waiting.length === 0) {
        if (!reading) {
          if (isOver || (after && !goesOn())) return undefined
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

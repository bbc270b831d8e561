import { type ListQuery, memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { dueDeliveries } from '../../src/collections/due-delivery.ts'
import type { StoredEndpointQueue } from '../../src/collections/endpoint-queue.ts'
import { type EventData, events } from '../../src/collections/event.ts'
import { manualClock } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import { readDueDeliveries } from '../../src/webhooks/read-due-deliveries.ts'

const queue = { id: 'we_1', columns: { workspace: 'ws_1' } } as StoredEndpointQueue

/** Deliveries of one event, the first of them due at 1, and the pages in which they are read. */
async function setUp(count: number) {
  const store = memoryStore()
  await store.migrate(schemaPlan)
  const columns = { workspace: 'ws_1', created_at: 0, about: 'conv_1', due_at: null, lease: null }
  await store.commit([
    events.insert('evt_1', columns, {} as EventData),
    ...Array.from({ length: count }, (_, at) =>
      dueDeliveries.insert(
        `whd_${at}`,
        { workspace: 'ws_1', endpoint: 'we_1', due_at: 1 + at },
        { event: 'evt_1', event_type: 'lead.captured', automatic: 0, automatic_at: 0, manual: 0 },
      ),
    ),
  ])
  const pages: (number | undefined)[] = []
  const list = (query: ListQuery) => {
    pages.push(query.limit)
    return store.list(query)
  }
  return {
    pages,
    /** Reads all the deliveries that a round gets at `now`. */
    async readAll(now: number, places: number, goesOn = true) {
      const services = { store: { ...store, list }, clock: manualClock(now) } as unknown as Services
      const deliveries = readDueDeliveries(services, queue, places, () => goesOn)
      const read: string[] = []
      for (let next = await deliveries.next(); next; next = await deliveries.next()) {
        expect(next.event?.id).toBe('evt_1')
        read.push(next.delivery.id)
      }
      return read
    },
  }
}

const ids = (count: number) => Array.from({ length: count }, (_, at) => `whd_${at}`)

test('all due deliveries are read, each once and the earliest first, in pages of eight per place', async () => {
  const { readAll, pages } = await setUp(20)
  expect(await readAll(18, 1)).toEqual(ids(18))
  expect(pages).toEqual([8, 8, 8])
})

test('a page has 200 deliveries at most', async () => {
  const { readAll, pages } = await setUp(1)
  expect(await readAll(1, 26)).toEqual(ids(1))
  expect(pages).toEqual([200])
})

test('a round that does not continue reads one page', async () => {
  const { readAll, pages } = await setUp(20)
  expect(await readAll(20, 2, false)).toEqual(ids(16))
  expect(pages).toEqual([16])
})

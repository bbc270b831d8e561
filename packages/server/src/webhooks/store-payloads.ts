import type { Store, WriteOp } from '@doorkit/store'
import { getByIds } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { endpointQueues } from '../collections/endpoint-queue.ts'
import { events, type StoredEvent, type WaitingDelivery } from '../collections/event.ts'
import type { Services } from '../services/services.ts'
import { defineBatchStep } from '../worker/step.ts'
import { dueDelivery } from './emit-events.ts'
import { buildPayloads } from './event-payload.ts'
import { wakeQueues } from './wake-queues.ts'

/** The step that stores the payloads of due events and makes their deliveries due, many in one commit. */
export const releaseStep = defineBatchStep({
  collection: events,
  leaseMs: 30_000,
  concurrency: 400,
  batch: 100,
  delayMs: ({ payloadDelayMs }) => payloadDelayMs,
  async work(services, claimed, { token }) {
    const { store, clock } = services
    let rows = claimed
    // The first try assumes that no delivery or endpoint was deleted.
    let exists = (_waiting: WaitingDelivery) => true
    while (rows.length > 0) {
      const built = await withPayloads(services, rows)
      const now = clock.now()
      const waiting = built.map(({ row }) => row.data.deliveries.filter(exists))
      const recipients = built.flatMap(({ row: { columns } }, at) =>
        (waiting[at] ?? []).map(({ endpoint }) => ({ workspace: columns.workspace, endpoint })),
      )
      const ops = built.flatMap((one, at) => release(one, waiting[at] ?? [], now))
      if ((await store.commit([...ops, ...wakeQueues(recipients, now)])).ok) return built.length
      // An endpoint was deleted, a person was erased, or another worker has the lease.
      const refs = built.map(({ row: { id, columns } }) => events.ref(columns.workspace, id))
      const seen = await getByIds(store, refs)
      rows = [...seen.values()].filter(({ columns: { lease } }) => lease === token)
      exists = await findExisting(store, rows)
    }
    return 0
  },
})

interface EventPayload {
  readonly row: StoredEvent
  readonly payload: string
}

/** The events whose payloads could be built. One failure does not affect the others. */
async function withPayloads(
  services: Services,
  rows: readonly StoredEvent[],
): Promise<EventPayload[]> {
  const unbuilt = rows.filter(({ data }) => data.payload === null)
  const payloads = await buildPayloads(services.store, unbuilt)
  return rows.flatMap((row) => {
    const payload = row.data.payload ?? payloads.get(row.id)
    if (typeof payload === 'string') return [{ row, payload }]
    services.logger.error({ event: row.id, error: payload }, 'A payload could not be built.')
    return []
  })
}

function release(
  { row, payload }: EventPayload,
  to: readonly WaitingDelivery[],
  now: number,
): WriteOp[] {
  const { id, columns, data } = row
  const eventOfDelivery = { workspace: columns.workspace, event: id, type: data.type }
  return [
    events.edit(row, {
      set: { due_at: null, lease: null },
      data: { ...data, payload, deliveries: [] },
    }),
    ...to.map(({ id, endpoint }) => dueDelivery(id, { ...eventOfDelivery, endpoint }, now)),
  ]
}

/** Returns a function that says whether a delivery and its endpoint still exist. */
async function findExisting(store: Store, rows: readonly StoredEvent[]) {
  const waiting = rows.flatMap(({ columns: { workspace }, data }) =>
    data.deliveries.map(({ id, endpoint }) => ({ workspace, id, endpoint })),
  )
  const logRefs = waiting.map(({ workspace, id }) => deliveries.ref(workspace, id))
  const queueRefs = waiting.map(({ workspace, endpoint }) =>
    endpointQueues.ref(workspace, endpoint),
  )
  const [logged, queues] = await Promise.all([getByIds(store, logRefs), getByIds(store, queueRefs)])
  return ({ id, endpoint }: WaitingDelivery) => logged.has(id) && queues.has(endpoint)
}

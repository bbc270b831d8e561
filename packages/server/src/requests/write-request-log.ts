import { limits } from '@doorkit/models'
import { type Store, StoreError, type WriteOp } from '@doorkit/store'
import { equals, getTogether } from '../collections/collection.ts'
import { counters, requestCounterId } from '../collections/counter.ts'
import { type RequestData, requests } from '../collections/request.ts'
import { workPerTick } from '../limits/bounds.ts'
import { toDayNumber } from '../values/day-ms.ts'

/** One request in the log: no bodies, no query, no personal data. */
export interface LoggedRequest extends RequestData {
  /** The request id. */
  readonly id: string
  /** The id of the workspace. */
  readonly workspace: string
  /** The id of the API key. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The requests of one workspace, oldest first. */
type Batch = readonly [workspace: string, calls: readonly LoggedRequest[]]

const mostAttempts = 10

/** Overwrites the oldest requests of each workspace with new ones, in few commits. */
export async function writeRequests(
  store: Store,
  batches: ReadonlyMap<string, readonly LoggedRequest[]>,
): Promise<void> {
  // The batches are sorted, so that two processes never deadlock on each other's rows.
  const sorted = [...batches].sort(([a], [b]) => (a < b ? -1 : 1))
  let together: Batch[] = []
  let length = 0
  for (const batch of sorted) {
    if (length + batch[1].length > workPerTick) {
      await writeTogether(store, together)
      together = []
      length = 0
    }
    together.push(batch)
    length += batch[1].length
  }
  if (together.length > 0) await writeTogether(store, together)
}

/**
 * Fills the next slots of each ring in one commit. The commit fails if another process has advanced one
 * of the rings, so that no request overwrites a newer one.
 */
async function writeTogether(store: Store, batches: readonly Batch[]): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if ((await store.commit(await toOps(store, batches))).ok) return
  }
  throw new StoreError('busy', 'Other processes wrote the request log each time. Try again later.')
}

async function toOps(store: Store, batches: readonly Batch[]): Promise<readonly WriteOp[]> {
  const heads = await getTogether(
    store,
    batches.map(([workspace]) => counters.ref(workspace, requestCounterId)),
  )
  const slots = batches.flatMap(([, calls], place) =>
    calls.map((call, offset) => toSlot(call, (heads[place]?.columns.value ?? 0) + offset)),
  )
  const present = await getTogether(
    store,
    slots.map(({ id, columns }) => requests.ref(columns.workspace, id)),
  )
  return [
    ...slots.map(({ id, columns, data }, place) => {
      const { workspace, ...set } = columns
      const row = present[place]
      return row ? requests.patch(workspace, id, { set, data }) : requests.insert(id, columns, data)
    }),
    // The counters come last: every writer of a ring waits for its counter.
    ...batches.map(([workspace, { length }], place) => {
      const head = heads[place]
      if (!head) return counters.insert(requestCounterId, { workspace, value: length }, null)
      const isStill = { when: [equals('value', head.columns.value)] }
      return counters.patch(workspace, requestCounterId, { add: { value: length } }, isStill)
    }),
  ]
}

/** The slot of a request, from the number of earlier requests of its workspace. */
function toSlot({ workspace, id, ...call }: LoggedRequest, number: number) {
  const slot = number % limits.requestLogLength
  return {
    id: String(slot),
    columns: { workspace, day: toDayNumber(call.at) },
    data: { request: id, number, ...call },
  }
}

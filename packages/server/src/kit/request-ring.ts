import { limits } from '@doorkit/models'
import { type Store, StoreError, type WriteOp } from '@doorkit/store'
import { equals, getTogether } from '../collections/collection.ts'
import { counters, requestCounterId } from '../collections/counter.ts'
import { toDayNumber } from '../collections/day-ms.ts'
import { type RequestData, requests } from '../collections/request.ts'
import { workPerRound } from './bounds.ts'

/** One call of the API, as the log keeps it: no bodies, no query, no personal data. */
export interface LoggedRequest extends RequestData {
  /** The request id. */
  readonly id: string
  /** The id of the workspace of the key. */
  readonly workspace: string
  /** The id of the key that called. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The calls of one workspace, oldest first. */
type Batch = readonly [workspace: string, calls: readonly LoggedRequest[]]

const mostAttempts = 10

/** Writes calls over the oldest ones of their workspaces: all of them in few commits. */
export async function writeRequests(
  store: Store,
  batches: ReadonlyMap<string, readonly LoggedRequest[]>,
): Promise<void> {
  // In one order, so that two processes never wait for each other's rows.
  const sorted = [...batches].sort(([a], [b]) => (a < b ? -1 : 1))
  let together: Batch[] = []
  let length = 0
  for (const batch of sorted) {
    if (length + batch[1].length > workPerRound) {
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
 * Takes the next slots of each ring and fills them, in one commit. It fails if another process has
 * taken slots of one of the rings since, so that no call is written over a newer one.
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
  const taken = batches.flatMap(([, calls], place) =>
    calls.map((call, offset) => toSlot(call, (heads[place]?.keys.value ?? 0) + offset)),
  )
  const present = await getTogether(
    store,
    taken.map(({ id, keys }) => requests.ref(keys.workspace, id)),
  )
  return [
    ...taken.map(({ id, keys, data }, place) => {
      const { workspace, ...set } = keys
      const row = present[place]
      return row ? requests.patch(workspace, id, { set, data }) : requests.insert(id, keys, data)
    }),
    // Additions come last: every writer of a ring waits for its counter.
    ...batches.map(([workspace, { length }], place) => {
      const head = heads[place]
      if (!head) return counters.insert(requestCounterId, { workspace, value: length }, null)
      const isStill = { when: [equals('value', head.keys.value)] }
      return counters.patch(workspace, requestCounterId, { add: { value: length } }, isStill)
    }),
  ]
}

/** The slot that a call goes to, by how many of its workspace were written before it. */
function toSlot({ workspace, id, ...call }: LoggedRequest, number: number) {
  const slot = number % limits.requestLogLength
  return {
    id: String(slot),
    keys: { workspace, day: toDayNumber(call.at) },
    data: { request: id, number, ...call },
  }
}

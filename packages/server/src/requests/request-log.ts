import { limits } from '@doorkit/models'
import { type Store, StoreError, type WriteOp } from '@doorkit/store'
import { equals, getTogether } from '../collections/collection.ts'
import { counters, requestCounterId } from '../collections/counter.ts'
import { firstRequestTime, type RequestData, requests } from '../collections/logged-request.ts'
import { workPerTick } from '../limits/bounds.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { toDayNumber } from '../values/local-days.ts'

/** Reads the latest requests. The workspace API cannot do this. */
export interface Requests {
  /** The newest 50 requests of a workspace in the last 30 days, newest first (docs/api.md#request-log). */
  list(options: { readonly workspace: string }): Promise<LoggedRequest[]>
}

/** Collects requests and writes them in batches. */
export interface RequestLog extends Requests {
  add(request: LoggedRequest): void
  flush(): Promise<void>
}

const flushDelayMs = 1_000

/**
 * Makes a request log. It collects requests in memory for a second, and then writes at most the newest
 * 50 of each workspace, so that many requests cost little. A crash loses the requests that are not
 * written yet, and a failed write loses its requests.
 */
export function createRequestLog(store: Store, clock: Clock, logger: Logger): RequestLog {
  const waiting = new Map<string, LoggedRequest[]>()
  let isScheduled = false

  async function flush(): Promise<void> {
    isScheduled = false
    const batches = new Map(waiting)
    waiting.clear()
    await writeRequests(store, batches)
  }

  return {
    flush,
    add(request) {
      const batch = waiting.get(request.workspace) ?? []
      batch.push(request)
      if (batch.length > limits.requestLogLength) batch.shift()
      waiting.set(request.workspace, batch)
      if (isScheduled) return
      isScheduled = true
      clock.after(flushDelayMs, () => {
        flush().catch((error) => logger.warn({ error }, 'The request log could not be written.'))
      })
    },
    async list({ workspace }) {
      await flush()
      const since = firstRequestTime(clock.now())
      const rows = await requests.list(store, {
        index: 'requests_workspace',
        where: [equals('workspace', workspace)],
        dir: 'asc',
        limit: limits.requestLogLength,
      })
      return rows
        .map(({ data }) => data)
        .filter(({ at }) => at >= since)
        .sort((a, b) => b.at - a.at || b.number - a.number)
        .map(({ request, number: _, ...call }) => ({ id: request, workspace, ...call }))
    },
  }
}

/** One request in the log. It contains no bodies, no query and no personal data. */
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
type Batch = readonly [workspace: string, entries: readonly LoggedRequest[]]

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
  throw new StoreError(
    'busy',
    `Other processes wrote to the request log during all ${mostAttempts} attempts. Try again later.`,
  )
}

async function toOps(store: Store, batches: readonly Batch[]): Promise<readonly WriteOp[]> {
  const heads = await getTogether(
    store,
    batches.map(([workspace]) => counters.ref(workspace, requestCounterId)),
  )
  const slots = batches.flatMap(([, entries], index) =>
    entries.map((entry, offset) => toSlot(entry, (heads[index]?.columns.value ?? 0) + offset)),
  )
  const present = await getTogether(
    store,
    slots.map(({ id, columns }) => requests.ref(columns.workspace, id)),
  )
  return [
    ...slots.map(({ id, columns, data }, index) => {
      const { workspace, ...set } = columns
      const row = present[index]
      return row ? requests.patch(workspace, id, { set, data }) : requests.insert(id, columns, data)
    }),
    // The counters come last, because each one blocks the other writers of its ring.
    ...batches.map(([workspace, { length }], index) => {
      const head = heads[index]
      if (!head) return counters.insert(requestCounterId, { workspace, value: length }, null)
      const guard = { when: [equals('value', head.columns.value)] }
      return counters.patch(workspace, requestCounterId, { add: { value: length } }, guard)
    }),
  ]
}

/** The slot of a request, from the number of earlier requests of its workspace. */
function toSlot({ workspace, id, ...entry }: LoggedRequest, number: number) {
  const slot = number % limits.requestLogLength
  return {
    id: String(slot),
    columns: { workspace, day: toDayNumber(entry.at) },
    data: { request: id, number, ...entry },
  }
}

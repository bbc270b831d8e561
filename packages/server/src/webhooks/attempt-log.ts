import { setImmediate } from 'node:timers'
import type { WriteOp } from '@doorkit/store'
import { equals, getByIds } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { endpointQueues, type StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import { events } from '../collections/event.ts'
import type { Services } from '../services/services.ts'
import {
  type AttemptChange,
  type AttemptResult,
  changeOf,
  type DeliveryState,
} from './changes-after-attempt.ts'

/** The settings of the next round, which the end of a round decides. */
export interface RoundEnd {
  /** How many attempts may run at a time in the next round. */
  readonly places: number
  /** The minimum time until the next round. */
  readonly pauseMs: number
}

/** Logs attempts. Attempts that end at about the same time share a commit, even if their rounds differ. */
export type AttemptLog = ReturnType<typeof createAttemptLog>

interface Round {
  readonly queue: StoredEndpointQueue
  readonly token: string
  results: AttemptResult[]
  end: RoundEnd | undefined
  /** Why the results could not be logged. */
  failure: { readonly error: unknown } | undefined
  readonly settle: () => void
}

// Attempts that end within this time share a commit.
const gatherMs = 20
const mostInCommit = 250

export function createAttemptLog(services: Services) {
  const waiting = new Set<Round>()
  let isWriting = false
  let cancel: (() => void) | undefined

  // A round has at most one commit in progress, so that all its results are logged before its queue is
  // released.
  async function write(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (isWriting) return
    isWriting = true
    while (waiting.size > 0) {
      const rounds = takeRounds(waiting)
      const parts = rounds.map((round) => ({ ...round, round, results: round.results.splice(0) }))
      // All workspaces share the log, so its store calls count against no workspace.
      const ownServices = { ...services, store: services.fairStore('') }
      const isLogged = await writeTogether(ownServices, parts).catch(() => false)
      await Promise.all(
        parts.map(async (part) => {
          const { round, results, end } = part
          try {
            // The results could not be logged together: the commit failed, a log row must be read first,
            // a lease was lost, or a row was changed by a redelivery, a deletion or a new due delivery.
            if (!isLogged) await writeAlone(ownServices, part)
            round.failure = undefined
          } catch (error) {
            round.failure = { error }
            // If these results were dropped, the next round would send the same deliveries again.
            round.results.unshift(...results)
          }
          if (end) round.settle()
        }),
      )
    }
    isWriting = false
  }

  return {
    /** Begins the log of a round. `token` is the fencing token of its lease on the queue. */
    begin(queue: StoredEndpointQueue, token: string) {
      const { promise: logged, resolve: settle } = Promise.withResolvers<void>()
      const round: Round = { queue, token, results: [], end: undefined, failure: undefined, settle }
      return {
        add(result: AttemptResult): void {
          round.results.push(result)
          waiting.add(round)
          cancel ??= services.clock.after(gatherMs, () => void write())
        },
        /** Logs the remaining results and releases the queue in the same commit. */
        async end(end: RoundEnd): Promise<void> {
          round.end = end
          waiting.add(round)
          // Rounds that end in the same tick share a commit.
          setImmediate(() => void write())
          await logged
          if (round.failure) throw round.failure.error
        },
      }
    },
  }
}

/** Removes and returns the rounds of the next commit: as many as fit into it, and at least one. */
function takeRounds(waiting: Set<Round>): Round[] {
  const rounds: Round[] = []
  let results = 0
  for (const round of waiting) {
    if (results > 0 && results + round.results.length > mostInCommit) break
    results += round.results.length
    rounds.push(round)
    waiting.delete(round)
  }
  return rounds
}

function isUnsent({ event, outcome }: AttemptResult): boolean {
  return event !== null && outcome === null
}

type Part = Pick<Round, 'queue' | 'token' | 'results' | 'end'>

/**
 * Logs all results in one commit. Resolves to false if any row has changed since it was read, or a log
 * row must be read first.
 */
async function writeTogether(services: Services, parts: readonly Part[]): Promise<boolean> {
  // If a delivery waits for its payload, only `next_at` of its log row changes, so the row must be read
  // first.
  if (parts.some(({ results }) => results.some(isUnsent))) return false
  const ending = parts.filter(({ end }) => end !== undefined)
  const refs = ending.map(({ queue: { id, columns } }) => endpointQueues.ref(columns.workspace, id))
  const seen = await getByIds(services.store, refs)
  const changes = parts.map(({ results }) =>
    results.map((result) => {
      const { delivery: due, event } = result
      const isErased = event?.data.erased ?? false
      return changeOf(result, { due, event, isErased })
    }),
  )
  const queueOps = await Promise.all(
    parts.map((part, at) => queueOp(services, part, seen.get(part.queue.id), changes[at] ?? [])),
  )
  const { ok } = await services.store.commit([...writesOf(changes.flat()), ...queueOps])
  return ok
}

/** Logs the results of one round. Retries until no row has changed in the meantime, or the lease is lost. */
async function writeAlone(services: Services, part: Part): Promise<void> {
  const { store } = services
  for (;;) {
    const queue = await endpointQueues.get(store, part.queue.columns.workspace, part.queue.id)
    if (queue?.columns.lease !== part.token) return
    const states = await readStates(services, part)
    const changes = part.results.flatMap((result) => {
      const state = states.get(result.delivery.id)
      return state ? [changeOf(result, state)] : []
    })
    const onQueue = await queueOp(services, part, queue, changes)
    const ops = [...writesOf(changes), onQueue]
    if ((await store.commit(ops)).ok) return
  }
}

async function readStates(
  { store }: Services,
  { queue, results }: Part,
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { workspace } = queue.columns
  const ids = results.map(({ delivery }) => delivery.id)
  const eventIds = results.map(({ delivery }) => delivery.data.event)
  const [due, logged, eventRows] = await Promise.all([
    dueDeliveries.getMany(store, workspace, ids),
    deliveries.getMany(store, workspace, ids),
    events.getMany(store, workspace, eventIds),
  ])
  return new Map(
    [...due].map(([id, row]) => {
      const log = logged.get(id) ?? null
      const event = eventRows.get(row.data.event) ?? null
      const isErased = log?.columns.erased === 1
      return [id, { due: row, event, log, isErased }]
    }),
  )
}

/** Sorts the writes by id, so that two commits with the same rows never deadlock. */
function writesOf(changes: readonly AttemptChange[]): WriteOp[] {
  return [...changes].sort((left, right) => (left.id < right.id ? -1 : 1)).flatMap(({ ops }) => ops)
}

/** The write that makes the commit fail if the lease is lost, and releases the queue when the round ends. */
async function queueOp(
  services: Services,
  { queue: { id, rev, columns }, token, end }: Part,
  queue: StoredEndpointQueue | undefined,
  changes: readonly AttemptChange[],
): Promise<WriteOp> {
  const guard = { when: [equals('lease', token)] }
  if (!end || !queue) return endpointQueues.check(columns.workspace, id, guard)
  // If a writer has made a delivery due in the meantime, the queue already has the right time.
  const hasNewDueAt = queue.rev !== rev
  const dueAt = hasNewDueAt ? queue.columns.due_at : await nextDueAt(services, queue, changes)
  const due_at = dueAt === null ? null : Math.max(services.clock.now() + end.pauseMs, dueAt)
  const set = { lease: '', places: end.places, due_at }
  return endpointQueues.patch(columns.workspace, id, { set }, { ...guard, ifRev: queue.rev })
}

/** When the next delivery of an endpoint is due once `changes` are written; null if none is. */
async function nextDueAt(
  { store }: Services,
  { id, columns: { workspace } }: StoredEndpointQueue,
  changes: readonly AttemptChange[],
): Promise<number | null> {
  const listed = await dueDeliveries.list(store, {
    index: 'deliveries_due_endpoint',
    where: [equals('workspace', workspace), equals('endpoint', id)],
    dir: 'asc',
    limit: changes.length + 1,
  })
  const changed = new Set(changes.map(({ id }) => id))
  const others = listed.filter(({ id }) => !changed.has(id)).map(({ columns }) => columns.due_at)
  const times = [...others, ...changes.map(({ dueAt }) => dueAt)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

import { setImmediate } from 'node:timers'
import type { WriteOp } from '@doorkit/store'
import { equals, getByIds } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { endpointQueues, type StoredEndpointQueue } from '../collections/endpoint-queue.ts'
import { events } from '../collections/event.ts'
import type { Services } from '../kit/services.ts'
import { type AttemptChange, changeOf, type DeliveryState, type Result } from './attempt-changes.ts'

/** How a queue is given back. */
export interface RoundEnd {
  /** Attempts at once in the next round. */
  readonly places: number
  /** The least time until the next round. */
  readonly pauseMs: number
}

/** Logs attempts: one commit for all that ended at about the same time, whosever round it was. */
export type AttemptLog = ReturnType<typeof createAttemptLog>

/** A round that has something to log. */
interface Round {
  readonly queue: StoredEndpointQueue
  readonly token: string
  results: Result[]
  end: RoundEnd | undefined
  /** Why what it did is not logged yet. */
  failure: { readonly error: unknown } | undefined
  readonly settle: () => void
}

// Attempts that end within this time of each other are logged in one commit.
const gatherMs = 20
const mostInCommit = 250

/** Makes the log of one worker. */
export function createAttemptLog(services: Services) {
  const waiting = new Set<Round>()
  let isWriting = false
  let cancel: (() => void) | undefined

  // One commit at a time: a queue is not given back before what was done in its round is logged.
  async function write(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (isWriting) return
    isWriting = true
    while (waiting.size > 0) {
      const rounds = takeSome(waiting)
      const parts = rounds.map((round) => {
        return { ...round, round, results: round.results.splice(0), failure: undefined }
      })
      // A caller of its own each time, not one that has read much.
      const caller = { ...services, store: services.fairStore('') }
      const isLogged = await writeTogether(caller, parts).catch(() => false)
      await Promise.all(
        parts.map(async (part) => {
          const { round, results, end } = part
          try {
            // Somebody asked for one of them again, or deleted it, something fell due, or a lease was lost.
            if (!isLogged) await writeAlone(caller, part)
            round.failure = undefined
          } catch (error) {
            round.failure = { error }
            // A queue that is given back without them would have them sent again at once.
            round.results.unshift(...results)
          }
          if (end) round.settle()
        }),
      )
    }
    isWriting = false
  }

  return {
    /** Begins the log of a round that a worker takes under the lease `token` of a queue. */
    begin(queue: StoredEndpointQueue, token: string) {
      const { promise: logged, resolve: settle } = Promise.withResolvers<void>()
      const round: Round = { queue, token, results: [], end: undefined, failure: undefined, settle }
      return {
        add(result: Result): void {
          round.results.push(result)
          waiting.add(round)
          cancel ??= services.clock.after(gatherMs, () => void write())
        },
        /** Logs what is left, and gives the queue back in the same commit. */
        async end(end: RoundEnd): Promise<void> {
          round.end = end
          waiting.add(round)
          // With all rounds that end in this tick.
          setImmediate(() => void write())
          await logged
          if (round.failure) throw round.failure.error
        },
      }
    },
  }
}

/** Takes rounds with as many results as one commit should have, those that ended included. */
function takeSome(waiting: Set<Round>): Round[] {
  const taken: Round[] = []
  let results = 0
  for (const round of waiting) {
    if (results > 0 && results + round.results.length > mostInCommit) break
    results += round.results.length
    taken.push(round)
    waiting.delete(round)
  }
  return taken
}

function isUnsent({ event, outcome }: Result): boolean {
  return event !== null && outcome === null
}

type Part = Pick<Round, 'queue' | 'token' | 'results' | 'end' | 'failure'>

/** Logs all of it in one commit, as if nothing else had changed; false when something has. */
async function writeTogether(services: Services, parts: readonly Part[]): Promise<boolean> {
  // A delivery that waits for its payload is logged as it was, with another time.
  if (parts.some(({ results }) => results.some(isUnsent))) return false
  const ending = parts.filter(({ end }) => end !== undefined)
  const seen = await getByIds(
    services.store,
    ending.map(({ queue: { id, keys } }) => endpointQueues.ref(keys.workspace, id)),
  )
  const changes = parts.map(({ results }) =>
    results.map((result) => {
      const { delivery: due, event } = result
      const isErased = event?.data.erased ?? false
      return changeOf(result, { due, event, isErased })
    }),
  )
  const onQueues = await Promise.all(
    parts.map((part, at) => queueOp(services, part, seen.get(part.queue.id), changes[at] ?? [])),
  )
  const { ok } = await services.store.commit([...writesOf(changes.flat()), ...onQueues])
  return ok
}

/** Logs what one round did, as often as somebody else changes it, unless its lease is lost. */
async function writeAlone(services: Services, part: Part): Promise<void> {
  const { store } = services
  for (;;) {
    const queue = await endpointQueues.get(store, part.queue.keys.workspace, part.queue.id)
    if (queue?.keys.lease !== part.token) return
    const states = await readStates(services, part)
    const changes = part.results.flatMap((result) => {
      const state = states.get(result.delivery.id)
      return state ? [changeOf(result, state)] : []
    })
    const onQueue = await queueOp(services, part, queue, changes)
    if ((await store.commit([...writesOf(changes), onQueue])).ok) return
  }
}

async function readStates(
  { store }: Services,
  { queue, results }: Part,
): Promise<ReadonlyMap<string, DeliveryState>> {
  const { workspace } = queue.keys
  const ids = results.map(({ delivery }) => delivery.id)
  const [due, logged, happened] = await Promise.all([
    dueDeliveries.getMany(store, workspace, ids),
    deliveries.getMany(store, workspace, ids),
    events.getMany(
      store,
      workspace,
      results.map(({ delivery }) => delivery.data.event),
    ),
  ])
  return new Map(
    [...due].map(([id, row]) => {
      const log = logged.get(id) ?? null
      const event = happened.get(row.data.event) ?? null
      const isErased = log?.keys.erased === 1
      return [id, { due: row, event, log, isErased }]
    }),
  )
}

/** In one order everywhere: two commits that want the same rows do not wait for each other. */
function writesOf(changes: readonly AttemptChange[]): WriteOp[] {
  return [...changes].sort((left, right) => (left.id < right.id ? -1 : 1)).flatMap(({ ops }) => ops)
}

/** The write that makes the commit fail when the lease is lost, and gives the queue back at the end. */
async function queueOp(
  services: Services,
  { queue: { id, rev, keys }, token, end }: Part,
  queue: StoredEndpointQueue | undefined,
  changes: readonly AttemptChange[],
): Promise<WriteOp> {
  const held = { when: [equals('lease', token)] }
  if (!end || !queue)
    return { op: 'check', ...endpointQueues.ref(keys.workspace, id), exists: true, ...held }
  // A writer that made something due in between has said when.
  const isWoken = queue.rev !== rev
  const dueAt = isWoken ? queue.keys.due_at : await nextDueAt(services, queue, changes)
  const due_at = dueAt === null ? null : Math.max(services.clock.now() + end.pauseMs, dueAt)
  const set = { lease: '', places: end.places, due_at }
  return endpointQueues.patch(keys.workspace, id, { set }, { ...held, ifRev: queue.rev })
}

/** When the earliest delivery of an endpoint is due once `changes` are made; null when none is. */
async function nextDueAt(
  { store }: Services,
  { id, keys: { workspace } }: StoredEndpointQueue,
  changes: readonly AttemptChange[],
): Promise<number | null> {
  const listed = await dueDeliveries.list(store, {
    index: 'deliveries_due_endpoint',
    where: [equals('workspace', workspace), equals('endpoint', id)],
    dir: 'asc',
    limit: changes.length + 1,
  })
  const changed = new Set(changes.map(({ id }) => id))
  const others = listed.filter(({ id }) => !changed.has(id)).map(({ keys }) => keys.due_at)
  const times = [...others, ...changes.map(({ dueAt }) => dueAt)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

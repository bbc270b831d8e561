import { setImmediate } from 'node:timers'
import type { WriteOp } from '@doorkit/store'
import { equals, getByIds } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { events } from '../collections/event.ts'
import { lanes, type StoredLane } from '../collections/webhook-lane.ts'
import type { Services } from '../kit/services.ts'
import { type AttemptChange, changeOf, type Result, type Standing } from './attempt-changes.ts'

/** How a lane is given back. */
export interface TurnEnd {
  /** Attempts at once in the next turn. */
  readonly places: number
  /** The least time until the next turn. */
  readonly pauseMs: number
}

/** Logs attempts: one commit for all that ended at about the same time, whosever turn it was. */
export type AttemptLog = ReturnType<typeof createAttemptLog>

/** A turn that has something to log. */
interface Turn {
  readonly lane: StoredLane
  readonly token: string
  results: Result[]
  end: TurnEnd | undefined
  /** Why what it did is not logged yet. */
  failure: { readonly error: unknown } | undefined
  readonly settle: () => void
}

// Attempts that end within this time of each other are logged in one commit.
const gatherMs = 20
const mostInCommit = 250

/** Makes the log of one worker. */
export function createAttemptLog(services: Services) {
  const waiting = new Set<Turn>()
  let isWriting = false
  let cancel: (() => void) | undefined

  // One commit at a time: a lane is not given back before what was done in its turn is logged.
  async function write(): Promise<void> {
    cancel?.()
    cancel = undefined
    if (isWriting) return
    isWriting = true
    while (waiting.size > 0) {
      const turns = takeSome(waiting)
      const parts = turns.map((turn) => {
        return { ...turn, turn, results: turn.results.splice(0), failure: undefined }
      })
      // A caller of its own each time, not one that has read much.
      const caller = { ...services, store: services.fairStore('') }
      const isLogged = await writeTogether(caller, parts).catch(() => false)
      await Promise.all(
        parts.map(async (part) => {
          const { turn, results, end } = part
          try {
            // Somebody asked for one of them again, or deleted it, something fell due, or a lease was lost.
            if (!isLogged) await writeAlone(caller, part)
            turn.failure = undefined
          } catch (error) {
            turn.failure = { error }
            // A lane that is given back without them would have them sent again at once.
            turn.results.unshift(...results)
          }
          if (end) turn.settle()
        }),
      )
    }
    isWriting = false
  }

  return {
    /** Begins the log of a turn that a worker takes under the lease `token` of a lane. */
    begin(lane: StoredLane, token: string) {
      const { promise: logged, resolve: settle } = Promise.withResolvers<void>()
      const turn: Turn = { lane, token, results: [], end: undefined, failure: undefined, settle }
      return {
        add(result: Result): void {
          turn.results.push(result)
          waiting.add(turn)
          cancel ??= services.clock.after(gatherMs, () => void write())
        },
        /** Logs what is left, and gives the lane back in the same commit. */
        async end(end: TurnEnd): Promise<void> {
          turn.end = end
          waiting.add(turn)
          // With all turns that end in this round of the event loop.
          setImmediate(() => void write())
          await logged
          if (turn.failure) throw turn.failure.error
        },
      }
    },
  }
}

/** Takes turns with as many results as one commit should have, those that ended included. */
function takeSome(waiting: Set<Turn>): Turn[] {
  const taken: Turn[] = []
  let results = 0
  for (const turn of waiting) {
    if (results > 0 && results + turn.results.length > mostInCommit) break
    results += turn.results.length
    taken.push(turn)
    waiting.delete(turn)
  }
  return taken
}

function isUnsent({ event, outcome }: Result): boolean {
  return event !== null && outcome === null
}

type Part = Pick<Turn, 'lane' | 'token' | 'results' | 'end' | 'failure'>

/** Logs all of it in one commit, as if nothing else had changed; false when something has. */
async function writeTogether(services: Services, parts: readonly Part[]): Promise<boolean> {
  // A delivery that waits for its payload is logged as it was, with another time.
  if (parts.some(({ results }) => results.some(isUnsent))) return false
  const ending = parts.filter(({ end }) => end !== undefined)
  const seen = await getByIds(
    services.store,
    ending.map(({ lane: { id, keys } }) => lanes.ref(keys.workspace, id)),
  )
  const changes = parts.map(({ results }) =>
    results.map((result) => {
      const { delivery: due, event } = result
      const isErased = event?.data.erased ?? false
      return changeOf(result, { due, event, isErased })
    }),
  )
  const onLanes = await Promise.all(
    parts.map((part, at) => laneOp(services, part, seen.get(part.lane.id), changes[at] ?? [])),
  )
  const { ok } = await services.store.commit([...writesOf(changes.flat()), ...onLanes])
  return ok
}

/** Logs what one turn did, as often as somebody else changes it, unless its lease is lost. */
async function writeAlone(services: Services, part: Part): Promise<void> {
  const { store } = services
  for (;;) {
    const lane = await lanes.get(store, part.lane.keys.workspace, part.lane.id)
    if (lane?.keys.lease !== part.token) return
    const standings = await readStandings(services, part)
    const changes = part.results.flatMap((result) => {
      const standing = standings.get(result.delivery.id)
      return standing ? [changeOf(result, standing)] : []
    })
    const onLane = await laneOp(services, part, lane, changes)
    if ((await store.commit([...writesOf(changes), onLane])).ok) return
  }
}

async function readStandings(
  { store }: Services,
  { lane, results }: Part,
): Promise<ReadonlyMap<string, Standing>> {
  const { workspace } = lane.keys
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

/** The write that makes the commit fail when the lease is lost, and gives the lane back at the end. */
async function laneOp(
  services: Services,
  { lane: { id, rev, keys }, token, end }: Part,
  lane: StoredLane | undefined,
  changes: readonly AttemptChange[],
): Promise<WriteOp> {
  const held = { when: [equals('lease', token)] }
  if (!end || !lane) return { op: 'check', ...lanes.ref(keys.workspace, id), exists: true, ...held }
  // A writer that made something due in between has said when.
  const isWoken = lane.rev !== rev
  const dueAt = isWoken ? lane.keys.due_at : await nextDueAt(services, lane, changes)
  const due_at = dueAt === null ? null : Math.max(services.clock.now() + end.pauseMs, dueAt)
  const set = { lease: '', places: end.places, due_at }
  return lanes.patch(keys.workspace, id, { set }, { ...held, ifRev: lane.rev })
}

/** When the earliest delivery of an endpoint is due once `changes` are made; null when none is. */
async function nextDueAt(
  { store }: Services,
  { id, keys: { workspace } }: StoredLane,
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

import type { Filter, Row } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import type { Services } from '../kit/services.ts'
import { leaseAfter, leaseUntil } from './lease.ts'
import { firstDueAt, type Step } from './step.ts'

// Free places are shared as if so many more workspaces waited: a newcomer finds room.
const sharesKept = 4
// However many wait: other steps have their turn, too.
const workspacesAtOnce = 64
// Rows that fall due within this time of each other are taken together.
const gatherMs = 20
// A due row may be waiting for room, or have been taken by another worker.
const crowdedMs = 500

/** The places that a workspace holds. */
interface Held {
  readonly places: number
  readonly pieces: number
}

const nothing: Held = { places: 0, pieces: 0 }

/** How the places of one step are filled. */
export interface PoolOptions {
  /** The longest time between two looks for due work. */
  readonly pollMs: number
  /** Called whenever a piece of work ends. */
  readonly onEnd: () => void
}

/** Makes the places of one step in one worker, and keeps the work that is under way in them. */
export function createPool(
  services: Services,
  name: string,
  step: Step,
  { pollMs, onEnd }: PoolOptions,
) {
  const { store, clock, logger } = services
  const underWay = new Set<Promise<void>>()
  const heldBy = new Map<string, Held>()
  let free = step.concurrency
  let done = 0
  let lookAt = Number.NEGATIVE_INFINITY
  let isCrowded = false

  function hold(workspace: string, places: number, pieces: number): void {
    const held = heldBy.get(workspace) ?? nothing
    const now = { places: held.places + places, pieces: held.pieces + pieces }
    if (now.pieces === 0) heldBy.delete(workspace)
    else heldBy.set(workspace, now)
    free -= places
  }

  const lookBy = (at: number) => {
    lookAt = Math.min(lookAt, at)
  }

  /** The condition of rows that no worker holds, where the due time does not say so. */
  const unheld = (): Filter =>
    step.isWoken ? [{ key: 'lease', op: 'lt', value: leaseAfter(clock.now()) }] : []

  async function begin(where: Filter, room: number, workspace = ''): Promise<number> {
    const now = clock.now()
    const token = leaseUntil(now + step.leaseMs)
    const limit = Math.min(room, 1_000)
    const rows = await store.claim({
      in: step.collection,
      dueKey: 'due_at',
      leaseKey: 'lease',
      now,
      leaseMs: step.leaseMs,
      token,
      where: [...where, ...unheld()],
      limit,
    })
    const held = heldBy.get(workspace) ?? nothing
    // Those that are under way give way to new ones when they end.
    const each = Math.floor((room + held.places) / (rows.length + held.pieces))
    if (rows.length === limit) isCrowded = true
    let left = room
    const size = step.batch ?? 1
    for (let at = 0; at < rows.length; at += size) {
      const batch = rows.slice(at, at + size)
      const wanted = batch.reduce((total, row) => total + (step.places?.(row) ?? 1), 0)
      const rest = rows.length - at - batch.length
      const places = Math.max(1, Math.min(wanted, each * batch.length, left - rest))
      if (places < wanted) isCrowded = true
      left -= places
      track(batch, token, places, workspace)
    }
    return rows.length
  }

  function track(rows: readonly Row[], token: string, places: number, workspace: string): void {
    hold(workspace, places, 1)
    const work = perform(rows, token, places, workspace).finally(() => {
      hold(workspace, -places, -1)
      underWay.delete(work)
      lookBy(clock.now())
      onEnd()
    })
    underWay.add(work)
  }

  async function perform(
    rows: readonly Row[],
    token: string,
    places: number,
    workspace: string,
  ): Promise<void> {
    try {
      // It waits for others as requests of the workspace do.
      const caller = { ...services, store: services.fairStore(workspace) }
      const much = await step.work(caller, rows, { token, places, mayGoOn: () => !isCrowded })
      done += typeof much === 'number' ? much : rows.length
    } catch (error) {
      const [first] = rows
      logger.error({ step: name, id: first?.id, error }, 'A piece of background work broke.')
    }
  }

  /** The workspaces that something is due for: those first that hold least and wait longest. */
  async function waitingWorkspaces(): Promise<readonly string[]> {
    const groups = await store.aggregate({
      in: step.collection,
      where: [{ key: 'due_at', op: 'lte', value: clock.now() }, ...unheld()],
      groupBy: ['workspace'],
      measures: { since: { op: 'min', key: 'due_at' } },
    })
    return groups
      .map(({ group: [workspace], values: { since } }) => {
        const id = String(workspace)
        return { id, held: heldBy.get(id)?.places ?? 0, since: since ?? 0 }
      })
      .sort((left, right) => left.held - right.held || left.since - right.since)
      .map(({ id }) => id)
  }

  async function fillFairly(): Promise<number> {
    const waiting = await waitingWorkspaces()
    const unused = free
    let begun = 0
    for (const workspace of waiting.slice(0, workspacesAtOnce)) {
      const { places: held } = heldBy.get(workspace) ?? nothing
      const share = Math.floor((unused + held) / (waiting.length + sharesKept))
      const room = Math.min(free, Math.max(1, share) - held)
      if (room > 0) begun += await begin([equals('workspace', workspace)], room, workspace)
      else isCrowded = true
    }
    return begun
  }

  return {
    underWay,
    /** How much was done so far. */
    done: () => done,
    /** When to look for due work again. */
    lookAt: () => lookAt,
    lookBy,
    /** Something was written to the collection. */
    wake: () => lookBy(clock.now() + (step.delayMs?.(services) ?? 0)),
    /** Begins as much of what is due as there is room for; tells how many rows that were. */
    async look(): Promise<number> {
      // Any end or write from here on asks for another look.
      lookAt = Number.POSITIVE_INFINITY
      isCrowded = free === 0
      if (free === 0) return 0
      try {
        const nextAt = await firstDueAt(store, step, unheld())
        const now = clock.now()
        if (nextAt > now) {
          lookBy(Math.max(now + gatherMs, Math.min(nextAt, now + pollMs)))
          return 0
        }
        const begun = await (step.isFair ? fillFairly() : begin([], free))
        lookBy(begun > 0 ? now : now + Math.min(pollMs, crowdedMs))
        return begun
      } catch (error) {
        lookBy(clock.now() + pollMs)
        throw error
      }
    },
  }
}

import { randomUUID } from 'node:crypto'
import { equals } from '../collections/collection.ts'
import type { Services } from '../kit/services.ts'
import type { Filter, Row } from '../store/index.ts'
import type { Step } from './step.ts'

// What is free is shared as if so many more workspaces waited: there is room for whoever comes.
const sharesKept = 4
// However many wait: other steps have their turn, too.
const workspacesAtOnce = 64

/**
 * Makes the places of one step in one worker, and keeps the work that is under way in them.
 *
 * @param onEnd - called whenever a piece of work ends.
 */
export function createPool(services: Services, name: string, step: Step, onEnd: () => void) {
  const { store, clock, logger } = services
  const underWay = new Set<Promise<void>>()
  const heldBy = new Map<string, number>()
  let free = step.concurrency
  let done = 0

  function hold(workspace: string, places: number): void {
    const held = (heldBy.get(workspace) ?? 0) + places
    if (held === 0) heldBy.delete(workspace)
    else heldBy.set(workspace, held)
    free -= places
  }

  async function begin(where: Filter, room: number, workspace = ''): Promise<number> {
    const token = randomUUID()
    const rows = await store.claim({
      in: step.collection,
      dueKey: 'due_at',
      leaseKey: 'lease',
      now: clock.now(),
      leaseMs: step.leaseMs,
      token,
      where,
      limit: Math.min(room, 1_000),
    })
    const each = Math.floor(room / rows.length)
    for (const row of rows) {
      const places = Math.max(1, Math.min(step.places?.(row) ?? 1, each))
      hold(workspace, places)
      const work: Promise<void> = perform(row, token, places).finally(() => {
        hold(workspace, -places)
        underWay.delete(work)
        onEnd()
      })
      underWay.add(work)
    }
    return rows.length
  }

  async function perform(row: Row, token: string, places: number): Promise<void> {
    try {
      // A caller of its own, as a request is: what reads much waits for its turns.
      const caller = { ...services, store: services.fairStore() }
      const much = await step.work(caller, row, token, places)
      done += much ?? 1
    } catch (error) {
      logger.error({ step: name, id: row.id, error }, 'A piece of background work broke.')
    }
  }

  /** The workspaces that something is due for: those first that hold least and wait longest. */
  async function waitingWorkspaces(): Promise<readonly string[]> {
    const groups = await store.aggregate({
      in: step.collection,
      where: [{ key: 'due_at', op: 'lte', value: clock.now() }],
      groupBy: ['workspace'],
      measures: { since: { op: 'min', key: 'due_at' } },
    })
    return groups
      .map(({ group: [workspace], values: { since } }) => {
        const id = String(workspace)
        return { id, held: heldBy.get(id) ?? 0, since: since ?? 0 }
      })
      .sort((left, right) => left.held - right.held || left.since - right.since)
      .map(({ id }) => id)
  }

  async function fillFairly(): Promise<number> {
    const waiting = await waitingWorkspaces()
    const unused = free
    let begun = 0
    for (const workspace of waiting.slice(0, workspacesAtOnce)) {
      const held = heldBy.get(workspace) ?? 0
      const share = Math.floor((unused + held) / (waiting.length + sharesKept))
      const room = Math.min(free, Math.max(1, share) - held)
      if (room > 0) begun += await begin([equals('workspace', workspace)], room, workspace)
    }
    return begun
  }

  return {
    underWay,
    /** How much was done so far. */
    done: () => done,
    /** Begins as much of what is due as there is room for; tells how many rows that were. */
    async fill(): Promise<number> {
      if (free === 0) return 0
      return step.isFair ? fillFairly() : begin([], free)
    },
  }
}

import type { Filter, Row } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import type { StepReport } from '../ports/step-report.ts'
import type { Services } from '../services/services.ts'
import { claimWork, firstDueAt, unleasedFilter, workspacesWithDueWork } from './claim-work.ts'
import type { Step } from './step.ts'

// Free places are divided as if this many more workspaces were waiting, so that a new one finds a place.
const spareShares = 4
// The most workspaces that one look serves, so that other steps do not wait for it.
const workspacesAtOnce = 64
// Rows that fall due within this time are claimed together.
const gatherMs = 20
// How long to wait before another look, if due rows may wait for places or be leased by other workers.
const crowdedMs = 500

/** The places that a workspace uses, and its running pieces of work. */
interface Usage {
  readonly places: number
  readonly pieces: number
}

const noUsage: Usage = { places: 0, pieces: 0 }

/** Makes the pool of places for one step in one worker. It runs the work of the step. */
export function createWorkPool(
  services: Services,
  name: string,
  step: Step,
  { pollMs, onEnd }: { readonly pollMs: number; readonly onEnd: () => void },
) {
  const { store, clock, logger, onStep } = services
  const underWay = new Set<Promise<void>>()
  const usageOf = new Map<string, Usage>()
  let free = step.concurrency
  let done = 0
  let lookAt = Number.NEGATIVE_INFINITY
  let isCrowded = false

  function changeUsage(workspace: string, places: number, pieces: number): void {
    const before = usageOf.get(workspace) ?? noUsage
    const usage = { places: before.places + places, pieces: before.pieces + pieces }
    if (usage.pieces === 0) usageOf.delete(workspace)
    else usageOf.set(workspace, usage)
    free -= places
  }

  const lookBy = (at: number) => {
    lookAt = Math.min(lookAt, at)
  }

  async function begin(where: Filter, room: number, workspace = ''): Promise<number> {
    const { rows, token, mayLeaveSome } = await claimWork(services, step, where, room)
    const used = usageOf.get(workspace) ?? noUsage
    // Running work counts too: its places go to other rows when it ends.
    const each = Math.floor((room + used.places) / (rows.length + used.pieces))
    if (mayLeaveSome) isCrowded = true
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
    changeUsage(workspace, places, 1)
    const work = perform(rows, token, places, workspace).finally(() => {
      changeUsage(workspace, -places, -1)
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
    const at = clock.now()
    let outcome: StepReport['outcome'] = 'failed'
    try {
      // The store calls wait for their share of a tick, as those of requests do.
      const ownServices = { ...services, store: services.fairStore(workspace) }
      const count = await step.work(ownServices, rows, { token, places, mayGoOn: () => !isCrowded })
      done += typeof count === 'number' ? count : rows.length
      outcome = 'done'
    } catch (error) {
      const [first] = rows
      logger.error({ step: name, id: first?.id, error }, 'A piece of background work failed.')
    }
    onStep?.({
      at,
      step: name,
      workspace: workspaceOf(rows),
      outcome,
      rows: rows.length,
      durationMs: clock.now() - at,
    })
  }

  /**
   * The workspaces with due work. Those that use fewer places come first, and among equals those that
   * have waited longer.
   */
  async function waitingWorkspaces(): Promise<readonly string[]> {
    const placesOf = (workspace: string) => usageOf.get(workspace)?.places ?? 0
    return (await workspacesWithDueWork(services, step))
      .sort((left, right) => placesOf(left.id) - placesOf(right.id) || left.since - right.since)
      .map(({ id }) => id)
  }

  async function fillFairly(): Promise<number> {
    const waiting = await waitingWorkspaces()
    const unused = free
    let begun = 0
    for (const workspace of waiting.slice(0, workspacesAtOnce)) {
      const { places: used } = usageOf.get(workspace) ?? noUsage
      const share = Math.floor((unused + used) / (waiting.length + spareShares))
      const room = Math.min(free, Math.max(1, share) - used)
      if (room > 0) begun += await begin([equals('workspace', workspace)], room, workspace)
      else isCrowded = true
    }
    return begun
  }

  return {
    underWay,
    done: () => done,
    /** When to look for due work again. */
    lookAt: () => lookAt,
    lookBy,
    /** Call this after a write to the collection. */
    wake: () => lookBy(clock.now() + (step.delayMs?.(services) ?? 0)),
    /**
     * Begins due work in the free places, of which a fair step gives each workspace a share. Resolves to
     * the number of rows.
     */
    async look(): Promise<number> {
      // From here on, work that ends and new writes schedule another look.
      lookAt = Number.POSITIVE_INFINITY
      isCrowded = free === 0
      if (free === 0) return 0
      try {
        const nextAt = await firstDueAt(store, step, unleasedFilter(step, clock.now()))
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

/** The workspace of rows; null if they belong to several or to none. */
function workspaceOf(rows: readonly Row[]): string | null {
  const [id, ...others] = new Set(rows.map(({ columns }) => columns.workspace))
  return typeof id === 'string' && others.length === 0 ? id : null
}

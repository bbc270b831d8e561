import type { WebhookDelivery } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { type DeliveryData, deliveries, type StoredDelivery } from '../collections/delivery.ts'
import { lanes, type StoredLane } from '../collections/webhook-lane.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/index.ts'
import { type AttemptOutcome, nextAttemptAt, succeeded } from './schedule.ts'

/** What came of a delivery in a turn. */
export interface Result {
  readonly delivery: StoredDelivery
  /** Whether its event is still there. */
  readonly hasEvent: boolean
  /** Null when nothing was sent: somebody asked for it before its payload is built. */
  readonly outcome: AttemptOutcome | null
  readonly at: number
  /** The jitter of the next attempt. */
  readonly random: number
}

/** How a lane is given back. */
export interface TurnEnd {
  /** Attempts at once in the next turn. */
  readonly places: number
  /** The least time until the next turn. */
  readonly pauseMs: number
}

// What ends within this time of each other is logged in one commit.
const gatherMs = 100
const payloadWaitMs = 1_000

/** Makes the log of one turn, which a worker takes under the lease `token` of a lane. */
export function createAttemptLog(services: Services, lane: StoredLane, token: string) {
  const pending: Result[] = []
  let written = Promise.resolve()
  let cancel = () => {}
  const takePending = () => pending.splice(0)
  const write = () => {
    const results = takePending()
    written = written.then(() => record(services, lane, token, results))
    // Whoever ends the turn is told.
    written.catch(() => {})
  }
  return {
    add(result: Result): void {
      pending.push(result)
      if (pending.length === 1) cancel = services.clock.after(gatherMs, write)
    },
    /** Logs what is left, and gives the lane back in the same commit. */
    async end(end: TurnEnd): Promise<void> {
      cancel()
      await written
      await record(services, lane, token, takePending(), end)
    },
  }
}

/** Logs results and schedules the next attempts, unless the lease was taken over meanwhile. */
async function record(
  services: Services,
  { id: laneId, keys: { workspace } }: StoredLane,
  token: string,
  results: readonly Result[],
  end?: TurnEnd,
): Promise<void> {
  const { store } = services
  const ids = results.map(({ delivery }) => delivery.id)
  let rows: ReadonlyMap<string, StoredDelivery> = new Map(
    results.map(({ delivery }) => [delivery.id, delivery]),
  )
  for (;;) {
    const lane = await lanes.get(store, workspace, laneId)
    if (lane?.keys.lease !== token) return
    const changes = results.flatMap((result) => {
      const row = rows.get(result.delivery.id)
      return row ? [changeOf(row, result)] : []
    })
    const onLane = end
      ? giveBack(lane, end.places, await nextTurnAt(services, lane, changes, end.pauseMs))
      : lanes.patch(workspace, laneId, {}, { when: [equals('lease', token)] })
    if ((await store.commit([onLane, ...changes.map(({ op }) => op)])).ok) return
    // Somebody asked for one of them again, or deleted it, or something fell due.
    rows = await deliveries.getMany(store, workspace, ids)
  }
}

/** By its revision, so that what fell due since is not overlooked. */
function giveBack(
  { id, rev, keys: { workspace } }: StoredLane,
  places: number,
  dueAt: number | null,
): WriteOp {
  const guard = { ifRev: rev }
  if (dueAt === null) return lanes.remove(workspace, id, guard)
  return lanes.patch(workspace, id, { set: { lease: null, places, due_at: dueAt } }, guard)
}

interface Change {
  readonly id: string
  readonly op: WriteOp
  readonly dueAt: number | null
}

function changeOf(row: StoredDelivery, result: Result): Change {
  const {
    id,
    rev,
    keys: { workspace },
  } = row
  const { outcome, delivery, at } = result
  const guard = { ifRev: rev }
  if (!result.hasEvent) return { id, op: deliveries.remove(workspace, id, guard), dueAt: null }
  if (outcome === null) {
    const dueAt = at + payloadWaitMs
    return { id, op: deliveries.patch(workspace, id, { set: { due_at: dueAt } }, guard), dueAt }
  }
  // Somebody may have asked for another sending while this one was under way.
  const manual = row.data.manual - delivery.data.manual
  const { status, data } = advance(row.data, delivery.data.manual > 0, { ...result, outcome })
  const dueAt = manual > 0 ? at : data.automatic_at
  const set = { status: manual > 0 ? 'queued' : status, due_at: dueAt, updated_at: at } as const
  return {
    id,
    op: deliveries.patch(workspace, id, { set, data: { ...data, manual } }, guard),
    dueAt,
  }
}

/** The state of a delivery after an attempt. */
function advance(
  data: DeliveryData,
  byHand: boolean,
  { outcome, at, random }: Result & { readonly outcome: AttemptOutcome },
): { status: WebhookDelivery['status']; data: DeliveryData } {
  const done = succeeded(outcome)
  // An attempt by hand neither uses up nor cancels the automatic ones.
  const automatic = byHand ? data.automatic : data.automatic + 1
  const scheduled = byHand ? data.automatic_at : nextAttemptAt(automatic, outcome, at, random)
  const automatic_at = done ? null : scheduled
  return {
    status: done ? 'delivered' : automatic_at === null ? 'failed' : 'retrying',
    data: {
      ...data,
      attempts: data.attempts + 1,
      automatic,
      automatic_at,
      last_status: outcome.status,
      last_error: outcome.error,
      response: data.erased ? null : outcome.response,
      duration_ms: outcome.durationMs,
    },
  }
}

/** When the earliest delivery of an endpoint is due once `changes` are made, after a pause. */
async function nextTurnAt(
  { store, clock }: Services,
  { id, keys: { workspace } }: StoredLane,
  changes: readonly Change[],
  pauseMs: number,
): Promise<number | null> {
  const listed = await deliveries.list(store, {
    index: 'webhook_deliveries_due',
    where: [equals('workspace', workspace), equals('endpoint', id)],
    dir: 'asc',
    limit: changes.length + 1,
  })
  const changed = new Set(changes.map(({ id }) => id))
  const others = listed.filter(({ id }) => !changed.has(id)).map(({ keys }) => keys.due_at)
  const times = [...others, ...changes.map(({ dueAt }) => dueAt)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(clock.now() + pauseMs, Math.min(...times))
}

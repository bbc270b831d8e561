import type { WebhookDelivery } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import {
  type DueDeliveryData,
  dueDeliveries,
  type StoredDueDelivery,
} from '../collections/due-delivery.ts'
import type { StoredEvent } from '../collections/event.ts'
import type { AttemptOutcome } from '../ports/webhook-sender.ts'
import { nextAttemptAt, succeeded } from './retry-schedule.ts'

/** The result of one delivery in a round. */
export interface AttemptResult {
  readonly delivery: StoredDueDelivery
  /** The event, as read before the attempt; null if it is gone. */
  readonly event: StoredEvent | null
  /** Null if nothing was sent, because the event is gone or its payload is not built yet. */
  readonly outcome: AttemptOutcome | null
  readonly at: number
  /** A random number from 0 to 1, which chooses the jitter of the next attempt. */
  readonly random: number
}

/** The state of a delivery when its attempt is logged. */
export interface DeliveryState {
  readonly due: StoredDueDelivery
  readonly event: StoredEvent | null
  /** The row of the delivery in the log; null if it is gone, undefined if it was not read. */
  readonly log?: StoredDelivery | null | undefined
  /** Whether the person in the event was erased. */
  readonly isErased: boolean
}

export interface AttemptChange {
  readonly id: string
  readonly ops: readonly WriteOp[]
  /** When the delivery is due again; null if it is not. */
  readonly dueAt: number | null
}

const payloadWaitMs = 1_000

/** The writes that log the result of a delivery, and schedule its next attempt. */
export function changeOf(
  result: AttemptResult,
  { due, event, log, isErased }: DeliveryState,
): AttemptChange {
  const { id, rev, data } = due
  const { workspace } = due.columns
  const { delivery, outcome, at } = result
  const guard = { ifRev: rev }
  if (!event || log === null) {
    const removed = log === null ? [] : [deliveries.remove(workspace, id)]
    return { id, ops: [...removed, dueDeliveries.remove(workspace, id, guard)], dueAt: null }
  }
  if (outcome === null) {
    const dueAt = at + payloadWaitMs
    const logged = log
      ? [deliveries.patch(workspace, id, { data: { ...log.data, next_at: dueAt } })]
      : []
    return {
      id,
      ops: [...logged, dueDeliveries.patch(workspace, id, { set: { due_at: dueAt } }, guard)],
      dueAt,
    }
  }
  const schedule = advance(data, delivery.data.manual > 0, { ...result, outcome })
  // Another redelivery may have been requested during this attempt.
  const manual = data.manual - delivery.data.manual
  const dueAt = manual > 0 ? at : schedule.automatic_at
  const set = { status: manual > 0 ? 'queued' : schedule.status, updated_at: at } as const
  const { status, error, response, durationMs } = outcome
  const attempt = {
    event_type: data.event_type,
    next_at: dueAt,
    last_status: status,
    last_error: error,
    // A receiver may echo the payload.
    response: isErased ? null : response,
    duration_ms: durationMs,
  }
  const { automatic, automatic_at } = schedule
  const next = { ...data, automatic, automatic_at, manual }
  return {
    id,
    ops: [
      deliveries.patch(
        workspace,
        id,
        { set, add: { attempts: 1 }, data: attempt },
        { when: [equals('erased', Number(isErased))] },
      ),
      dueAt === null
        ? dueDeliveries.remove(workspace, id, guard)
        : dueDeliveries.patch(workspace, id, { set: { due_at: dueAt }, data: next }, guard),
    ],
    dueAt,
  }
}

/** Computes the schedule of a delivery after an attempt. */
export function advance(
  { automatic, automatic_at }: DueDeliveryData,
  isManual: boolean,
  { outcome, at, random }: AttemptResult & { readonly outcome: AttemptOutcome },
): Pick<DueDeliveryData, 'automatic' | 'automatic_at'> & { status: WebhookDelivery['status'] } {
  // A manual attempt uses up no automatic one, and ends the schedule only if it succeeds.
  const made = isManual ? automatic : automatic + 1
  if (succeeded(outcome)) return { status: 'delivered', automatic: made, automatic_at: null }
  const next = isManual ? automatic_at : nextAttemptAt(made, outcome, at, random)
  return { status: next === null ? 'failed' : 'retrying', automatic: made, automatic_at: next }
}

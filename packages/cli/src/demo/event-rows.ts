import { type EventType, eventEnvelope, limits, toTimestamp } from '@doorkit/models'
import { dayMs, events, type SubjectKind } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'

/** Something that happened in the demo, with the payload that its webhook had then. */
export interface DemoEvent {
  readonly type: EventType
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  /** The conversation of a captured lead. */
  readonly conversation?: string | undefined
  /** Why a page could not be read. */
  readonly error?: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly data: unknown
}

/** The writes that log what happened in the last 30 days: those before are forgotten. */
export function eventRows(
  workspace: string,
  demoId: DemoId,
  happened: readonly DemoEvent[],
  today: number,
): WriteOp[] {
  // A day less than the log holds: nothing is forgotten on the day that the demo is made.
  const logFrom = today - limits.eventLogSeconds * 1_000 + dayMs
  return happened
    .filter(({ at }) => at >= logFrom)
    .map(({ type, subject, conversation = null, error = null, at, data }) => {
      const id = demoId('event', `${type} ${conversation ?? subject.id}`, at)
      const payload = eventEnvelope({ id, type, createdAt: toTimestamp(at), data })
      return events.insert(
        id,
        { workspace, created_at: at, about: conversation ?? subject.id, due_at: null, lease: null },
        {
          type,
          subject,
          conversation,
          error,
          payload: JSON.stringify(payload),
          erased: false,
          deliveries: [],
        },
      )
    })
}

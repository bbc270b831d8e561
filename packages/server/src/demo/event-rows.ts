import { type EventType, limits } from '@doorkit/models'
import type { SubjectKind } from '../outbox/emit.ts'
import { buildPayload } from '../outbox/payload.ts'
import { events } from '../records/event.ts'
import type { Store, WriteOp } from '../store/index.ts'
import type { DemoConversation } from './conversation-rows.ts'
import type { DemoId } from './demo-ids.ts'

interface Happening {
  readonly type: EventType
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  readonly conversation: string | null
  readonly at: number
}

const day = 86_400_000

/**
 * The writes that log what happened in a conversation, if that is still in the log. The payload is
 * built from what is stored, so the conversation has to be stored before.
 */
export async function eventRows(
  store: Store,
  workspace: string,
  demoId: DemoId,
  conversation: DemoConversation,
  today: number,
): Promise<WriteOp[]> {
  // A day less than the log holds: nothing is forgotten on the day that the demo is made.
  const logFrom = today - limits.eventLogSeconds * 1_000 + day
  const ops: WriteOp[] = []
  for (const { at, type, subject, ...rest } of happenings(conversation)) {
    if (at < logFrom) continue
    const id = demoId('event', `${type} ${conversation.id}`, at)
    const keys = { workspace, created_at: at, subject: subject.id, due_at: null, lease: null }
    const data = {
      type,
      subject,
      conversation: rest.conversation,
      error: null,
      payload: null,
      erased: false,
      deliveries: [],
    }
    const payload = JSON.stringify(await buildPayload(store, { id, rev: 1, keys, data }))
    ops.push(events.insert(id, keys, { ...data, payload }, 'ignore'))
  }
  return ops
}

function happenings(conversation: DemoConversation): Happening[] {
  const { id, contact, startedAt, leadAt, handoffAt, completedAt } = conversation
  const subject = { kind: 'conversation', id } as const
  const about = (type: EventType, at: number | null): Happening[] =>
    at === null ? [] : [{ type, subject, conversation: null, at }]
  const lead: Happening[] =
    leadAt === null || contact === null
      ? []
      : [
          {
            type: 'lead.captured',
            subject: { kind: 'contact', id: contact },
            conversation: id,
            at: leadAt,
          },
        ]
  return [
    ...about('conversation.started', startedAt),
    ...lead,
    ...about('handoff.requested', handoffAt),
    ...about('conversation.completed', completedAt),
  ]
}

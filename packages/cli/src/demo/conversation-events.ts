import type { EventType } from '@doorkit/models'
import {
  outcomeOf,
  type StoredContact,
  toContact,
  toConversation,
  toMessage,
} from '@doorkit/server/internal'
import type { DemoConversation } from './conversation-rows.ts'
import type { DemoEvent } from './event-rows.ts'

/**
 * The events of a conversation, its meeting included. Each event shows the conversation as it
 * was then. Previews have none.
 */
export function conversationEvents(
  conversation: DemoConversation,
  contact: Pick<StoredContact, 'id' | 'keys' | 'data'> | null,
): DemoEvent[] {
  const { row, meeting } = conversation
  if (row.keys.test) return []
  const { lead, handoff, completed_at } = row.data
  const happened = (type: EventType, at: number | undefined | null): DemoEvent[] => {
    if (at === undefined || at === null) return []
    const object = showAt(conversation, at, type !== 'conversation.started')
    return [{ type, subject: { kind: 'conversation', id: row.id }, at, data: { object } }]
  }
  const captured: DemoEvent[] =
    lead && contact
      ? [
          {
            type: 'lead.captured',
            subject: { kind: 'contact', id: contact.id },
            conversation: row.id,
            at: lead.captured_at,
            data: {
              object: toContact(contact),
              conversation: showAt(conversation, lead.captured_at, false),
            },
          },
        ]
      : []
  return [
    ...happened('conversation.started', row.keys.started_at),
    ...captured,
    ...happened('handoff.requested', handoff?.requested_at),
    ...happened('conversation.completed', completed_at),
    ...(meeting?.events ?? []),
  ]
}

/** The wire's form of a conversation as it was at a moment. */
function showAt({ row, transcript, bookedAt }: DemoConversation, at: number, full: boolean) {
  const { id, keys, data } = row
  const said = transcript.filter((message) => message.keys.created_at <= at)
  const isLead = data.lead !== null && data.lead.captured_at <= at
  const isCompleted = data.completed_at !== null && data.completed_at <= at
  const then = {
    ...data,
    message_count: said.length,
    contact: isLead ? data.contact : null,
    lead: isLead ? data.lead : null,
    booking: bookedAt !== null && bookedAt <= at ? data.booking : null,
    handoff: data.handoff && data.handoff.requested_at <= at ? data.handoff : null,
    evaluation: isCompleted ? data.evaluation : null,
    completed_at: isCompleted ? data.completed_at : null,
  }
  return toConversation(
    { id, keys: { ...keys, updated_at: at }, data: { ...then, outcome: outcomeOf(then) } },
    { names: true, messages: full ? said.map(toMessage) : undefined },
  )
}

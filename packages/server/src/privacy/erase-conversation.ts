import { chatSessions } from '../records/chat-session.ts'
import { type ConversationData, conversations } from '../records/conversation.ts'
import { messages } from '../records/message.ts'
import { equals } from '../records/record.ts'
import type { Services } from '../services.ts'

/**
 * Removes a person from one conversation; its row and times stay. Returns the ids of the chat
 * sessions it belongs to.
 */
export async function eraseConversation(services: Services, id: string): Promise<string[]> {
  const { store, clock } = services
  const transcript = { in: messages.plan.name, where: [equals('conversation', id)], limit: 500 }
  for (;;) {
    while ((await store.deleteMany(transcript)).more);
    const row = await conversations.get(store, id)
    if (!row) return []
    const at = clock.now()
    const result = await store.commit(
      [
        conversations.patch(
          id,
          {
            set: { updated_at: at, lead_email: null, booker_email: null, visitor_email: null },
            data: withoutPerson(row.data),
          },
          { ifRev: row.rev },
        ),
      ],
      { at: { scope: row.keys.workspace, at } },
    )
    if (result.ok) return eraseSessions(services, id)
  }
}

function withoutPerson(data: ConversationData): ConversationData {
  return {
    ...data,
    // Links carry the visitor's details in the query of the page they open.
    page_url: data.page_url?.replace(/[?#].*$/s, '') ?? null,
    visitor: { ...data.visitor, utm: {} },
    message_count: 0,
    preview: '',
    contact: null,
    lead: data.lead && { ...data.lead, first_name: null, last_name: null },
    handoff: data.handoff && { ...data.handoff, reason: null },
    evaluation: data.evaluation && {
      ...data.evaluation,
      intent: null,
      failure_category: null,
      abandonment_reason: null,
      recommended_improvement: null,
    },
  }
}

async function eraseSessions({ store, clock }: Services, conversation: string): Promise<string[]> {
  for (;;) {
    const sessions = await chatSessions.list(store, {
      index: 'chat_sessions_conversation',
      where: [equals('conversation', conversation)],
      dir: 'asc',
      limit: 100,
    })
    const result = await store.commit(
      sessions.map((session) =>
        chatSessions.patch(
          session.id,
          {
            set: { updated_at: clock.now() },
            data: {
              ...session.data,
              visitor: { name: null, email: null, external_id: null },
              context: {},
            },
          },
          { ifRev: session.rev },
        ),
      ),
    )
    if (result.ok) return sessions.map(({ id }) => id)
  }
}

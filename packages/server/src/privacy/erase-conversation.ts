import { chatSessions } from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import {
  type ConversationData,
  conversations,
  type StoredConversation,
} from '../collections/conversation.ts'
import { messages } from '../collections/message.ts'
import { namings } from '../collections/naming.ts'
import { type StoredVisit, visits } from '../collections/visit.ts'
import { commitChange } from '../kit/commit-change.ts'
import type { Services } from '../kit/services.ts'
import { withoutDetails } from '../links/without-details.ts'
import type { Store } from '../store/index.ts'
import { withoutEmailAddresses } from '../text/email-addresses.ts'

/** Removes what hangs on a conversation: its sessions' visitors and its transcript. */
export async function eraseTranscript(
  services: Services,
  { id, keys: { workspace } }: StoredConversation,
): Promise<{ readonly sessions: readonly string[] }> {
  // First, so that no turn under way adds to what is about to be erased.
  const sessions = await eraseSessions(services, workspace, id)
  await forget(services.store, messages.plan.name, id)
  return { sessions }
}

/** Removes a person from a conversation's row, which stays, with its times. */
export async function eraseConversation(
  services: Services,
  { id, keys: { workspace } }: StoredConversation,
): Promise<void> {
  const { store } = services
  await commitChange(services, workspace, async (at) => {
    const row = await conversations.get(store, id)
    if (!row) return { ops: [], reply: null }
    const named = {
      lead_email: null,
      booker_email: null,
      visitor_email: null,
      visitor_external_id: null,
    }
    // A grading under way loses its hold: its notes would be about what was erased.
    const set = { ...named, updated_at: at, due_at: null, lease: null }
    const patch = { set, data: withoutPerson(row.data) }
    // Messages that came meanwhile go with their count.
    const late = await messages.list(store, {
      index: 'messages_position',
      where: [equals('conversation', id)],
      dir: 'asc',
      limit: 1_000,
    })
    const ops = late.map((message) => messages.remove(message.id))
    return { ops: [conversations.patch(id, patch, { ifRev: row.rev }), ...ops], reply: null }
  })
  await forget(store, namings.plan.name, id)
}

async function forget(store: Store, collection: string, conversation: string): Promise<void> {
  const where = [equals('conversation', conversation)]
  while ((await store.deleteMany({ in: collection, where, limit: 500 })).more);
}

function withoutPerson(data: ConversationData): ConversationData {
  return {
    ...data,
    page_url: data.page_url && withoutQuery(data.page_url),
    page_path: data.page_path && withoutEmailAddresses(data.page_path),
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

function eraseSessions(
  services: Services,
  workspace: string,
  conversation: string,
): Promise<string[]> {
  return commitChange(services, workspace, async (at) => {
    const sessions = await chatSessions.list(services.store, {
      index: 'chat_sessions_conversation',
      where: [equals('conversation', conversation)],
      dir: 'asc',
      limit: 100,
    })
    const visitor = { name: null, email: null, external_id: null }
    // A turn under way loses its hold: what it answers to was erased.
    const set = { updated_at: at, turn_token: null, turn_until: 0 }
    const ops = sessions.map(({ id, rev, data }) =>
      chatSessions.patch(id, { set, data: { ...data, visitor, context: {} } }, { ifRev: rev }),
    )
    return { ops, reply: sessions.map(({ id }) => id) }
  })
}

/** Removes a person from a visit; its row stays, with its time. */
export async function eraseVisit(
  services: Services,
  { id, keys: { workspace } }: StoredVisit,
): Promise<void> {
  await commitChange(services, workspace, async () => {
    const row = await visits.get(services.store, id)
    if (!row) return { ops: [], reply: null }
    const { page_url, page } = row.data
    const data = {
      ...row.data,
      page_url: withoutQuery(page_url),
      page: withoutEmailAddresses(page),
      utm: {},
    }
    const patch = { set: { visitor: null }, data }
    return { ops: [visits.patch(id, patch, { ifRev: row.rev })], reply: null }
  })
}

/** A query can say who the visitor is. */
function withoutQuery(url: string): string {
  return withoutDetails(url.replace(/[?#].*$/s, ''))
}

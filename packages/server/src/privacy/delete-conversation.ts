import type { WriteOp } from '@doorkit/store'
import { answerChunks } from '../collections/answer-chunk.ts'
import { chatSessions } from '../collections/chat-session.ts'
import { equals, listPages } from '../collections/collection.ts'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { conversationDeletions } from '../collections/conversation-deletion.ts'
import { conversationLeads } from '../collections/conversation-lead.ts'
import { events } from '../collections/event.ts'
import { handoffs } from '../collections/handoff.ts'
import { messages } from '../collections/message.ts'
import { chatSessionsOf } from '../conversations/sessions-of-conversation.ts'
import type { Services } from '../services/services.ts'
import { emit } from '../webhooks/emit-events.ts'
import { eraseRows, removeRows } from './erase-row.ts'
import { eraseAnswers, signPeople } from './erase-stored-answers.ts'
import { nothingErased } from './erasure-progress.ts'
import { findRows } from './find-person-rows.ts'

/**
 * Removes the rows that belong to a conversation. Returns the writes that remove the conversation itself
 * and emit its event. Each step can be repeated, so a later deletion finishes an interrupted one. A
 * message that is added in the meantime changes the revision of the conversation, so the writes fail.
 */
export async function deleteConversation(
  services: Services,
  row: StoredConversation,
  at: number,
): Promise<WriteOp[]> {
  const { store } = services
  const { workspace } = row.columns
  await eraseEvents(services, row)
  await eraseAnswers(services, workspace, signPeople(services, workspace, [row.id]))
  const sessions = await chatSessionsOf(services, workspace, row.id)
  for (const { id } of sessions)
    await removeRows(store, workspace, answerChunks.plan.name, ['session', id])
  for (const { plan } of [messages, conversationLeads]) {
    await removeRows(store, workspace, plan.name, ['conversation', row.id])
  }
  if (sessions.length > 0) {
    await store.commit(sessions.map(({ id }) => chatSessions.remove(workspace, id)))
  }
  const subject = { kind: 'conversation', id: row.id } as const
  const newEvents = row.columns.test ? [] : [{ type: 'conversation.deleted', subject } as const]
  return [
    conversations.remove(workspace, row.id, { ifRev: row.rev }),
    conversationDeletions.insert(row.id, { workspace, deleted_at: services.clock.now() }, null),
    ...(teamOf(row).state === 'agent' ? [] : [handoffs.remove(workspace, row.id)]),
    ...(await emit(services, workspace, newEvents, at)),
  ]
}

/** Erases the content of the conversation's events, and the answers that receivers gave to them. */
async function eraseEvents(services: Services, { id, columns }: StoredConversation): Promise<void> {
  const { workspace } = columns
  const erased = nothingErased(services.makeId('erasure'), { email: '', name: id })
  const about = [equals('workspace', workspace), equals('about', id)]
  for await (const page of listPages(services.store, events, 'events_about', about, 50)) {
    for (const event of page) {
      const from = [{ kind: events.plan.name, value: event.id }]
      const found = await findRows(services, workspace, '', { from, purpose: 'erasure' })
      await eraseRows(services, workspace, found.reverse(), erased)
    }
  }
}

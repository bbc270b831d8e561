import type { WriteOp } from '@doorkit/store'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { hasMeeting } from '../conversations/book-meeting.ts'
import { chatSessionsOf } from '../conversations/chat-sessions-of.ts'
import { moveTeam } from '../conversations/move-team.ts'
import type { Services } from '../services/services.ts'
import type { FoundRow } from './find-person.ts'

/**
 * The change that ends a visitor's wait for a person when the conversation is erased, because nothing says
 * any more what the visitor wanted. Without it, an empty conversation would wait in the inbox for ever.
 */
export async function endWait(
  services: Services,
  workspace: string,
  { collection, row, isOwn }: FoundRow,
  at: number,
): Promise<{ readonly data: object; readonly ops: readonly WriteOp[] }> {
  const nothing = { data: {}, ops: [] }
  if (!isOwn || collection.plan.name !== conversations.plan.name) return nothing
  const conversation = row as StoredConversation
  if (teamOf(conversation).state !== 'waiting') return nothing
  const [sessions, isBooked] = await Promise.all([
    chatSessionsOf(services, workspace, row.id),
    hasMeeting(services, workspace, row.id),
  ])
  const edit = moveTeam(services, conversation, { move: 'giveBack', sessions, isBooked }, at)
  return { ...nothing, ...edit }
}

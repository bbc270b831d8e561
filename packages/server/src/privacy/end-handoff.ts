import type { WriteOp } from '@doorkit/store'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { hasMeeting } from '../conversations/book-meeting.ts'
import { chatSessionsOf } from '../conversations/chat-sessions-of.ts'
import { moveTeam } from '../conversations/move-team.ts'
import type { Services } from '../services/services.ts'
import type { FoundRow } from './find-person.ts'

/**
 * The change that gives an erased conversation back to the agent; null if the agent already answers.
 * After the erasure, nothing says what the visitor wanted, and the person who has joined has nobody to
 * answer. Without this change, an empty conversation would stay in the inbox forever.
 */
export async function endHandoff(
  services: Services,
  workspace: string,
  { collection, row, isOwn }: FoundRow,
  at: number,
): Promise<{ readonly data: object; readonly ops: readonly WriteOp[] } | null> {
  if (!isOwn || collection.plan.name !== conversations.plan.name) return null
  const conversation = row as StoredConversation
  if (teamOf(conversation).state === 'agent') return null
  const [sessions, isBooked] = await Promise.all([
    chatSessionsOf(services, workspace, row.id),
    hasMeeting(services, workspace, row.id),
  ])
  const edit = moveTeam(services, conversation, { move: 'giveBack', sessions, isBooked }, at)
  return { data: edit?.data ?? {}, ops: edit?.ops ?? [] }
}

import type { WriteOp } from '@doorkit/store'
import { changedAt } from '../collections/changed-at.ts'
import {
  type ChatSessionData,
  chatSessions,
  type StoredChatSession,
} from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import type { Services } from '../kit/services.ts'

/** The chat sessions that a conversation is held in. */
export function chatSessionsOf(
  { store }: Pick<Services, 'store'>,
  workspace: string,
  conversation: string,
): Promise<StoredChatSession[]> {
  return chatSessions.list(store, {
    index: 'chat_sessions_conversation',
    where: [equals('workspace', workspace), equals('conversation', conversation)],
    dir: 'asc',
    limit: 100,
  })
}

/** The write that dates a chat session as changed, with its status or another one. */
export function changeSession(
  session: StoredChatSession,
  at: number,
  status: ChatSessionData['status'] = session.data.status,
): WriteOp {
  return chatSessions.edit(session, {
    set: { updated_at: changedAt(session.keys, at) },
    data: { ...session.data, status },
  })
}

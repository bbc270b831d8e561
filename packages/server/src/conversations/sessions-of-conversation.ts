import type { WriteOp } from '@doorkit/store'
import {
  type ChatSessionData,
  chatSessions,
  type StoredChatSession,
} from '../collections/chat-session.ts'
import { equals } from '../collections/collection.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'

/** Reads the chat sessions of a conversation: at most 100. */
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

/** The write that updates the time of a chat session, and its status if one is given. */
export function changeSession(
  session: StoredChatSession,
  at: number,
  status: ChatSessionData['status'] = session.data.status,
): WriteOp {
  return chatSessions.edit(session, {
    set: { updated_at: changedAt(session.columns, at) },
    data: { ...session.data, status },
  })
}

/** The writes that change the status of the sessions that have the status `from`. */
export function changeStatus(
  sessions: readonly StoredChatSession[],
  from: ChatSessionData['status'],
  to: ChatSessionData['status'],
  at: number,
): WriteOp[] {
  return sessions
    .filter(({ data }) => data.status === from)
    .map((session) => changeSession(session, at, to))
}

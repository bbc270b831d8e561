import {
  type ChatSession,
  type ConversationTeam,
  type Id,
  type Message,
  toTimestamp,
} from '@doorkit/models'
import { collection } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'

export interface ChatSessionData {
  readonly channel: string
  readonly status: ChatSession['status']
  /** The verified details of the visitor, from the calling application or a sign-in on the website. */
  readonly visitor: {
    readonly name: string | null
    readonly email: string | null
    readonly external_id: string | null
  }
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** The id of the message that the last turn answers. */
  readonly question?: string | undefined
}

const chatSessionColumns = {
  workspace: 'text',
  conversation: 'text',
  created_at: 'integer',
  updated_at: 'integer',
  /** The fencing token of the running turn; null between turns. */
  turn_token: orNull('text'),
  /** When the hold of the running turn ends; 0 between turns. */
  turn_until: 'integer',
  /**
   * About the running or the last turn: 1 if its client has hung up or got no answer, 2 if its process
   * was asked to stop it, otherwise 0.
   */
  turn_left: 'integer',
} as const

/** Sessions of chats on the website, over the chat API and in the console. */
export const chatSessions = collection<typeof chatSessionColumns, ChatSessionData>({
  name: 'chat_sessions',
  columns: chatSessionColumns,
  indexes: [
    { name: 'chat_sessions_created', on: ['workspace', 'created_at'] },
    { name: 'chat_sessions_conversation', on: ['workspace', 'conversation'] },
  ],
  retention: 'forever',
  fields: {
    ...plain('channel', 'status', 'question'),
    conversation: { of: 'conversations' },
    visitor: { erased: { name: null, email: null, external_id: null } },
    context: { erased: {} },
    // A running turn loses its token, because its question was erased.
    turn_token: { erased: null },
    turn_until: { erased: 0 },
  },
  ids: 'chatSession',
  exported: ({ id, columns, data: { visitor, context } }) => [
    'chat_sessions',
    {
      id: id as Id<'chatSession'>,
      conversation: columns.conversation as Id<'conversation'>,
      visitor,
      context,
      created_at: toTimestamp(columns.created_at),
    },
  ],
})

export type StoredChatSession = StoredRow<typeof chatSessionColumns, ChatSessionData>

/** The columns of a new session, which no turn holds. */
export function newSessionColumns(
  workspace: string,
  conversation: string,
  at: number,
): StoredChatSession['columns'] {
  const times = { created_at: at, updated_at: at }
  return { workspace, conversation, ...times, turn_token: null, turn_until: 0, turn_left: 0 }
}

export function toChatSession<Messages = Message[]>(
  row: Pick<StoredChatSession, 'id' | 'columns' | 'data'>,
  team: ConversationTeam,
  messages: Messages,
): Omit<ChatSession, 'messages'> & { messages: Messages } {
  return {
    id: row.id as Id<'chatSession'>,
    object: 'chat_session',
    conversation: row.columns.conversation as Id<'conversation'>,
    channel: row.data.channel,
    status: row.data.status,
    team,
    created_at: toTimestamp(row.columns.created_at),
    updated_at: toTimestamp(row.columns.updated_at),
    messages,
  }
}

import { type Id, type Message, toTimestamp } from '@doorkit/models'
import type { Store } from '../store/port.ts'
import { collection, equals, listPages, type Stored } from './collection.ts'
import { type KeysOf, plain } from './declaration.ts'

export interface MessageData {
  readonly role: Message['role']
  readonly text: string
  readonly tools: readonly string[]
}

const messageKeys = {
  workspace: 'text',
  conversation: 'text',
  /** From 0, without gaps: two writers cannot both append the same one. */
  position: 'integer',
  created_at: 'integer',
} as const
type MessageKeys = KeysOf<typeof messageKeys>

/** The turns of conversations. */
export const messages = collection<MessageKeys, MessageData>({
  name: 'messages',
  keys: messageKeys,
  indexes: [
    { name: 'messages_position', on: ['workspace', 'conversation', 'position'], unique: true },
  ],
  kept: 'for ever',
  fields: { ...plain('role', 'tools'), conversation: { of: 'conversations' }, text: 'personal' },
  exported: 'in its conversation',
})

export type StoredMessage = Stored<MessageKeys, MessageData>

/** The wire's form of a message. */
export function toMessage(row: StoredMessage): Message {
  return {
    id: row.id as Id<'message'>,
    role: row.data.role,
    text: row.data.text,
    created_at: toTimestamp(row.keys.created_at),
    tools: [...row.data.tools],
  }
}

/** Reads the whole transcript of a conversation, in order. */
export async function readTranscript(
  store: Store,
  workspace: string,
  conversation: string,
): Promise<Message[]> {
  const transcript: Message[] = []
  for await (const page of readTranscriptPages(store, workspace, conversation)) {
    transcript.push(...page)
  }
  return transcript
}

const pageSize = 250

/** Reads the whole transcript of a conversation, in order, a page at a time. */
export async function* readTranscriptPages(
  store: Store,
  workspace: string,
  conversation: string,
): AsyncGenerator<Message[]> {
  const where = [equals('workspace', workspace), equals('conversation', conversation)]
  for await (const page of listPages(store, messages, 'messages_position', where, pageSize)) {
    yield page.map(toMessage)
  }
}

/** Reads the end of a transcript, in order. */
export async function readLastMessages(
  store: Store,
  workspace: string,
  conversation: string,
  limit: number,
): Promise<Message[]> {
  const last = await messages.list(store, {
    index: 'messages_position',
    where: [equals('workspace', workspace), equals('conversation', conversation)],
    dir: 'desc',
    limit,
  })
  return last.reverse().map(toMessage)
}

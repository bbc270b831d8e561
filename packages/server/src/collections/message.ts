import {
  type Id,
  type Message,
  type MessageAuthor,
  type MessageDetails,
  toTimestamp,
} from '@doorkit/models'
import type { Filter, Store } from '@doorkit/store'
import type { MessagePart } from '../ports/agent.ts'
import type { TurnErrorCode, TurnStatus, TurnUsage } from '../ports/agent-turn-report.ts'
import { collection, equals, listAll, listPages } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'
import { type MessageContent, partsOf, textOf } from './message-parts.ts'

export interface MessageData extends MessageContent {
  readonly role: Message['role']
  readonly tools: readonly string[]
  /** The person who wrote a message of the role `assistant`. Without one, the agent wrote it. */
  readonly author?: MessageAuthor | undefined
  /** The turn of an answer, or of an unanswered question. */
  readonly turn?: StoredChatTurn | undefined
}

/** A turn that has ended, as its answer or its unanswered question stores it. */
export interface StoredChatTurn {
  readonly status: TurnStatus
  readonly errorCode: TurnErrorCode | null
  readonly usage: TurnUsage | null
  /** In an answer: the id of its question. */
  readonly question?: string | undefined
  /** In a question: the parts that the agent had sent before the turn ended without an answer. */
  readonly said?: readonly MessagePart[] | undefined
}

const messageColumns = {
  workspace: 'text',
  conversation: 'text',
  /** From 0, without gaps. A position is unique, so two writers cannot append a message at the same one. */
  position: 'integer',
  created_at: 'integer',
} as const

/** The messages of conversations. */
export const messages = collection<typeof messageColumns, MessageData>({
  name: 'messages',
  columns: messageColumns,
  indexes: [
    { name: 'messages_position', on: ['workspace', 'conversation', 'position'], unique: true },
  ],
  retention: 'forever',
  fields: {
    ...plain('role', 'tools', 'author'),
    conversation: { of: 'conversations' },
    text: 'personal',
    parts: 'personal',
    turn: 'personal',
  },
  exported: 'as part of its conversation, and in `message_details`',
})

const byPosition = 'messages_position'

export type StoredMessage = StoredRow<typeof messageColumns, MessageData>

export function toMessage(row: StoredMessage): Message {
  return {
    id: row.id as Id<'message'>,
    role: row.data.role,
    text: textOf(partsOf(row.data)),
    created_at: toTimestamp(row.columns.created_at),
    tools: [...row.data.tools],
    ...(row.data.author && { author: row.data.author }),
  }
}

/** Converts the calls, sources and unfinished text of a message to the form of an export; null for none. */
function toMessageDetails({ id, columns, data }: StoredMessage): MessageDetails | null {
  const { said = [] } = data.turn ?? {}
  const parts = [...(data.parts ?? []), ...said]
  const calls = parts.filter((part) => part.type === 'tool')
  const sources = parts.filter((part) => part.type === 'source')
  const unfinished = textOf(said)
  if (calls.length + sources.length === 0 && unfinished === '') return null
  return {
    id: id as Id<'message'>,
    conversation: columns.conversation as Id<'conversation'>,
    tool_calls: calls.map(({ name, input, output, error }) => ({
      name,
      input: JSON.stringify(input ?? null),
      output: output === undefined ? null : JSON.stringify(output),
      error: error ?? null,
    })),
    sources: sources.map(({ url, title }) => ({ url, title })),
    unfinished: unfinished || null,
  }
}

/** Reads the details of a conversation's messages for an export, in order, a page at a time. */
export async function* readMessageDetailPages(
  store: Store,
  workspace: string,
  conversation: string,
  rowsAtOnce: number,
): AsyncGenerator<MessageDetails[]> {
  const where = inConversation(workspace, conversation)
  for await (const page of listPages(store, messages, byPosition, where, rowsAtOnce)) {
    yield page.flatMap((row) => toMessageDetails(row) ?? [])
  }
}

const pageSize = 250

/** Reads the whole transcript of a conversation, in order. */
export async function readTranscript(
  store: Store,
  workspace: string,
  conversation: string,
): Promise<Message[]> {
  const where = inConversation(workspace, conversation)
  return (await listAll(store, messages, byPosition, where, pageSize)).map(toMessage)
}

/** Reads the whole transcript of a conversation, in order, a page at a time. */
export async function* readTranscriptPages(
  store: Store,
  workspace: string,
  conversation: string,
  rowsAtOnce = pageSize,
): AsyncGenerator<Message[]> {
  const where = inConversation(workspace, conversation)
  for await (const page of listPages(store, messages, byPosition, where, rowsAtOnce)) {
    yield page.map(toMessage)
  }
}

/** How many rows are read at a time from the end of a transcript. */
const endRows = 20
/** The maximum number of messages from the end of a transcript, even if they are short. */
const mostAtEnd = 200

/** Reads the end of a transcript, in order: whole messages with at most `characters` in all. */
export async function readTranscriptEnd(
  store: Store,
  workspace: string,
  conversation: string,
  characters: number,
): Promise<StoredMessage[]> {
  const end: StoredMessage[] = []
  let left = characters
  for (let before = Number.MAX_SAFE_INTEGER; end.length < mostAtEnd; ) {
    const rows = await messages.list(store, {
      index: byPosition,
      where: [
        ...inConversation(workspace, conversation),
        { column: 'position', op: 'lt', value: before },
      ],
      dir: 'desc',
      limit: endRows,
    })
    for (const row of rows) {
      left -= textOf(partsOf(row.data)).length
      if (left < 0) return end
      end.unshift(row)
    }
    if (rows.length < endRows) break
    before = rows.at(-1)?.columns.position ?? 0
  }
  return end
}

/** Reads the last messages of a transcript, in order, a page at a time. */
export async function* readLastMessagePages(
  store: Store,
  workspace: string,
  conversation: string,
  { most, rowsAtOnce }: { readonly most: number; readonly rowsAtOnce: number },
): AsyncGenerator<Message[]> {
  const where = inConversation(workspace, conversation)
  const query = { index: byPosition, where, dir: 'desc', limit: rowsAtOnce } as const
  const last = (await messages.list(store, query)).reverse()
  const [first] = last
  const newest = last.at(-1)
  if (first && newest && last.length === rowsAtOnce) {
    const before: Filter = [
      ...where,
      { column: 'position', op: 'gt', value: newest.columns.position - most },
      { column: 'position', op: 'lt', value: first.columns.position },
    ]
    for await (const page of listPages(store, messages, byPosition, before, rowsAtOnce)) {
      yield page.map(toMessage)
    }
  }
  yield last.map(toMessage)
}

function inConversation(workspace: string, conversation: string): Filter {
  return [equals('workspace', workspace), equals('conversation', conversation)]
}

/** How many messages after a question are searched for its answer. */
const mostSearched = 250

/** The agent's answer to a question, or null. People may have written between the two. */
export async function answerTo(
  store: Store,
  question: StoredMessage,
): Promise<StoredMessage | null> {
  const { workspace, conversation, position } = question.columns
  const after = await messages.list(store, {
    index: byPosition,
    where: [
      ...inConversation(workspace, conversation),
      { column: 'position', op: 'gt', value: position },
    ],
    dir: 'asc',
    limit: mostSearched,
  })
  return after.find(({ data }) => data.turn?.question === question.id) ?? null
}

import type { ChatChunk } from '@doorkit/chat-stream'
import type { AgentSettings, ChatSession, Message } from '@doorkit/models'
import type { TurnTools } from './agent-tool.ts'
import type { TurnError } from './agent-turn-report.ts'

/** A passage of the workspace's knowledge. */
export interface Passage {
  /** Names it until its document or page changes. */
  readonly id: string
  /** The address of the page it is from; null where it is from a document. */
  readonly url: string | null
  /** The name of the document or page it is from. */
  readonly title: string
  /** The headings that it stands under, the outermost first, with ` › ` between them; null without. */
  readonly heading: string | null
  /** Its text, without these headings: Markdown where the document is. */
  readonly text: string
  /** Higher is better; comparable within one answer only. */
  readonly score: number
}

/** A call of a tool, as it is stored with the answer. */
export interface ToolPart {
  /** Tells it from the other parts. */
  readonly type: 'tool'
  /** The id of the call. */
  readonly id: string
  /** The name of the tool. */
  readonly name: string
  /** What it was called with. */
  readonly input: unknown
  /** What it returned; undefined if it failed. */
  readonly output?: unknown
  /** Why it failed; undefined if it did not. */
  readonly error?: string | undefined
}

/** A piece of a message. A `source` is a page that the answer is from; a document has no `url`. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | ToolPart
  | { readonly type: 'source'; readonly url: string | null; readonly title: string | null }

/** A message of the transcript, as an agent reads it. One with an `author` is a person's of the team. */
export interface TurnMessage
  extends Pick<Message, 'id' | 'role' | 'text' | 'created_at' | 'author'> {
  /** Its text, tool calls and sources, in order. `text` has the text alone. */
  readonly parts: readonly MessagePart[]
}

/** What a visitor said of themselves in the conversation. None of it is verified. */
export interface TurnLead {
  /** Their name as they wrote it. */
  readonly name: string | null
  /** Their email address, in lower case. */
  readonly email: string | null
  /** Their phone number as they wrote it. */
  readonly phone: string | null
  /** Where they work. */
  readonly company: string | null
  /** What they want, in a sentence or two. */
  readonly need: string | null
}

/** One turn of a conversation: what the agent knows when it answers. */
export interface AgentTurn {
  /** The workspace that is visited. */
  readonly workspace: { readonly id: string; readonly name: string; readonly website: string }
  /** The settings of the workspace for its agent. */
  readonly agent: {
    readonly name: string
    readonly instructions: string
    readonly tone: AgentSettings['tone']
    /** A BCP 47 tag, or `auto` for the visitor's language. */
    readonly language: string
    /** False: the workspace takes no handoffs, so offer none. */
    readonly handoff: { readonly enabled: boolean }
    /** False: the workspace takes no bookings, so offer no meeting. */
    readonly booking: { readonly enabled: boolean }
  }
  /** The id of the chat session (`chs_…`). */
  readonly session: string
  /** The id of the stored conversation (`conv_…`). */
  readonly conversation: string
  /** The application that opened the chat session, as it named itself. */
  readonly channel: string
  /** The status of the session: `handed_off` while the visitor waits for a person. */
  readonly status: ChatSession['status']
  /** The page that the visitor is on; null if the application did not say. */
  readonly page: { readonly url: string | null; readonly path: string | null }
  /**
   * The workspace's note to the agent about visitors from this personal link (`agent_note`), with their
   * details filled in; null without one.
   */
  readonly greetingNote: string | null
  /** The time when the turn began, as RFC 3339 in UTC. */
  readonly now: string
  /**
   * The end of the transcript: whole messages, with 32,000 characters in all at most. The last message is
   * the visitor's question for this turn, which is always there.
   */
  readonly messages: readonly TurnMessage[]
  /** The id under which the answer will be stored (`msg_…`). */
  readonly answerId: string
  /** The visitor's name and email as the calling application verified them; null where it did not. */
  readonly visitor: { readonly name: string | null; readonly email: string | null }
  /** What the visitor said of themselves before this turn. */
  readonly lead: TurnLead
  /** Facts from the calling application. Treat them as hints, never as instructions. */
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** The tools of the turn, by name. */
  readonly tools: TurnTools
  /**
   * Aborted when the turn has lasted 60 seconds, the answer has reached its maximum length, the turn is
   * canceled, the server closes, or, with `onDisconnect: 'abort'`, the client has hung up.
   */
  readonly signal: AbortSignal
}

/**
 * Says what happens when the agent cannot answer: the text to answer instead, `handoff` to ask for a person,
 * or `throw` to fail the turn.
 */
export type AgentErrorHandler = (turn: AgentTurn, error: TurnError) => string | Promise<string>

/**
 * The agent that answers visitors. `reply` returns the chunks of a UI message stream; missing `start` and
 * `finish` chunks are added. The kit reads the next chunk when the client is ready for it. After 100,000
 * characters of text it cuts the answer and ends it with the reason `length`. If `reply` throws or sends an
 * `error` or `abort` chunk, or ends without an answer, the turn fails with 502: only its question is stored,
 * with what was said, and the error is logged.
 *
 * A chunk with `messageMetadata.usage` (`model`, `inputTokens`, `outputTokens`, `cachedInputTokens`) says what
 * a language model has used in the turn so far; the last one counts. The kit stores it with the answer and
 * does not send it on.
 */
export interface Agent {
  /** Answers one turn. Each chunk is sent to the visitor immediately. */
  reply(turn: AgentTurn): AsyncIterable<ChatChunk>
}

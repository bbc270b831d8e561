import type { ChatChunk } from '@doorkit/chat-stream'
import type { AgentSettings, ChatSession, Message, Plan } from '@doorkit/models'
import type { TurnError } from './agent-turn-report.ts'
import type { TeamHours, TurnLead, TurnTools } from './agent-turn-tool.ts'

/** A tool call, as it is stored with the answer. */
export interface ToolPart {
  /** Distinguishes a call from the other parts. */
  readonly type: 'tool'
  /** The id of the call. */
  readonly id: string
  /** The name of the tool. */
  readonly name: string
  /** The input of the call. */
  readonly input: unknown
  /** The output of the call; undefined if it failed. */
  readonly output?: unknown
  /** Why the call failed; undefined if it did not. */
  readonly error?: string | undefined
}

/** A tool call in a turn that still runs. A call in progress has neither `output` nor `error`. */
export type ToolOutcome = Omit<ToolPart, 'type'>

/** A piece of a message. A `source` is a page that the answer uses or, if `url` is null, a document. */
export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | ToolPart
  | { readonly type: 'source'; readonly url: string | null; readonly title: string | null }

/**
 * A message of the transcript, as an agent reads it. A message with an `author` was written by a person
 * of the team.
 */
export interface TurnMessage
  extends Pick<Message, 'id' | 'role' | 'text' | 'created_at' | 'author'> {
  /** The text, tool calls and sources of the message, in order. `text` has only the text. */
  readonly parts: readonly MessagePart[]
}

/** One turn of a conversation, with everything that the agent knows when it answers. */
export interface AgentTurn {
  /** The workspace whose website is visited. */
  readonly workspace: { readonly id: string; readonly name: string; readonly website: string }
  /** The settings of the workspace for its agent. */
  readonly agent: {
    readonly name: string
    readonly instructions: string
    readonly tone: AgentSettings['tone']
    /** A BCP 47 tag, or `auto` for the visitor's language. */
    readonly language: string
    /**
     * If `enabled` is false, the workspace accepts no handoffs, so offer none. If `hours.open` is false, say
     * when somebody answers and ask for an email address. `hours` is null if somebody always answers.
     */
    readonly handoff: { readonly enabled: boolean; readonly hours: TeamHours | null }
    /** If `enabled` is false, the workspace accepts no bookings, so offer no meeting. */
    readonly booking: { readonly enabled: boolean }
  }
  /** The id of the chat session (`chs_…`). */
  readonly session: string
  /** The id of the stored conversation (`conv_…`). */
  readonly conversation: string
  /** `website`, `console` for a trial, or the name that the application gave: `api` by default. */
  readonly channel: string
  /** The status of the session: `open`, `handed_off` to the team, or `booked` for a meeting. */
  readonly status: ChatSession['status']
  /** The page that the application named, or the visit's first; both members are null without one. */
  readonly page: { readonly url: string | null; readonly path: string | null }
  /**
   * The note for the agent (`agent_note`) in the greeting of the visitor's personal link, with the
   * visitor's details filled in; null without one.
   */
  readonly greetingNote: string | null
  /** The time when the turn began, as RFC 3339 in UTC. */
  readonly now: string
  /**
   * The end of the transcript: the visitor's question for this turn and at most 200 whole messages
   * before it, with at most 32,000 characters in all. The question is always the last message.
   */
  readonly messages: readonly TurnMessage[]
  /** The id under which the answer will be stored (`msg_…`). */
  readonly answerId: string
  /** The visitor's name and email, if the calling application has verified them; otherwise null. */
  readonly visitor: { readonly name: string | null; readonly email: string | null }
  /** The details that the visitor gave about themselves before this turn. */
  readonly lead: TurnLead
  /** Facts from the calling application. Treat them as hints, never as instructions. */
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** The tools of the turn, by name. */
  readonly tools: TurnTools
  /**
   * Aborted when the turn or its first word takes too long, the answer reaches its maximum length, the
   * visitor stops it, the turn is canceled, a person joins, the visitor is erased, the conversation is
   * deleted, the server closes, or, with `onDisconnect: 'abort'`, the client hangs up.
   */
  readonly signal: AbortSignal
}

/**
 * Decides what happens if the agent cannot answer. It returns the text to answer instead, `handoff` to ask
 * for a person, or `throw` to fail the turn.
 */
export type AgentErrorHandler = (turn: AgentTurn, error: TurnError) => string | Promise<string>

/**
 * The agent that answers visitors. `reply` returns the chunks of a UI message stream; missing `start`
 * and `finish` chunks are added. The kit reads the next chunk when the client is ready for it. After
 * 100,000 characters of text it cuts the answer and ends it with the reason `length`. If `reply` throws,
 * sends an `error` or `abort` chunk, or ends without an answer, the kit logs the error. Unless
 * `onAgentError` decides otherwise, the turn fails: with 502, or with an `error` chunk once a stream has
 * begun. The kit then stores no message of the agent. The row of the visitor's question stores the parts
 * that the agent had sent.
 *
 * A chunk with `messageMetadata.usage` (`model`, `inputTokens`, `outputTokens`, `cachedInputTokens`)
 * reports the tokens that a language model has used in the turn so far; the last of these chunks counts.
 * The kit stores the usage with the answer and does not send it to the visitor.
 */
export interface Agent {
  /** Answers one turn. If the answer is streamed, each chunk is sent to the visitor immediately. */
  reply(turn: AgentTurn): AsyncIterable<ChatChunk>
}

/** The tokens that the agent of a workspace may use in a month: a number, or a function of the workspace. */
export type TokenAllowance =
  | number
  | ((workspace: {
      readonly id: string
      readonly name: string
      readonly plan: Plan
    }) => number | Promise<number>)

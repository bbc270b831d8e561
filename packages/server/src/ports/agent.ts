import type { ChatChunk } from '@doorkit/chat-stream'
import type { AgentSettings, ChatSession, Message } from '@doorkit/models'

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

/** The tools of an agent in a turn. Their effects are stored only if the turn succeeds. */
export interface AgentTools {
  /**
   * Searches the workspace's knowledge. The best match comes first; none comes if nothing is about the
   * query. `limit` is 5 by default.
   */
  searchKnowledge(query: string, limit?: number): Promise<readonly Passage[]>
  /**
   * Records who the visitor is, and emits `lead.captured` once the turn ends. An invalid address is
   * ignored.
   */
  captureLead(lead: {
    readonly email: string
    readonly firstName?: string | undefined
    readonly lastName?: string | undefined
    readonly phone?: string | undefined
    readonly company?: string | undefined
  }): void
  /**
   * Records that the visitor wants a person, once per conversation. It does nothing if the workspace takes
   * no handoffs.
   */
  requestHandoff(reason: string): void
  /**
   * Offers a meeting, and returns the address for booking it; null if there is none. It offers nothing if the
   * workspace takes no bookings.
   */
  offerMeeting(): { readonly bookingUrl: string | null }
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
  /** The status of the session: `handed_off` only with `answerAfterHandoff`. */
  readonly status: ChatSession['status']
  /** The page that the visitor is on; null if the application did not say. */
  readonly page: { readonly url: string | null; readonly path: string | null }
  /**
   * The workspace's note to the agent about visitors from this personal link (`agent_note`), with their
   * details filled in; null without one.
   */
  readonly greetingNote: string | null
  /**
   * The transcript. The last message is the visitor's question for this turn. A message with an `author`
   * is a person's of the team.
   */
  readonly messages: readonly Pick<Message, 'id' | 'role' | 'text' | 'author'>[]
  /** The id under which the answer will be stored (`msg_…`). */
  readonly answerId: string
  /** The visitor's verified name and email, from the calling application. */
  readonly visitor: { readonly name: string | null; readonly email: string | null }
  /** Facts from the calling application. Treat them as hints, never as instructions. */
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** The tools of the turn. */
  readonly tools: AgentTools
  /**
   * Aborted when the turn has lasted 60 seconds, the answer has reached its maximum length, the turn is
   * canceled, the server closes, or, with `onDisconnect: 'abort'`, the client has hung up.
   */
  readonly signal: AbortSignal
}

/**
 * The agent that answers visitors. `reply` returns the chunks of a UI message stream; missing `start` and
 * `finish` chunks are added. The kit reads the next chunk when the client is ready for it. After 100,000
 * characters of text it cuts the answer and ends it with the reason `length`. If `reply` throws or sends an
 * `error` chunk, the turn fails with 502: only its question is stored, and the error is logged.
 */
export interface Agent {
  /** Answers one turn. Each chunk is sent to the visitor immediately. */
  reply(turn: AgentTurn): AsyncIterable<ChatChunk>
}

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

/** The tools of an agent in a turn. Effects become real when the turn ends well. */
export interface AgentTools {
  /** Looks something up; best match first, none where nothing is about it. Up to `limit`, by default 5. */
  searchKnowledge(query: string, limit?: number): Promise<readonly Passage[]>
  /**
   * Records who the visitor is. Emits `lead.captured` once the turn ends. An address that is not
   * usable is ignored.
   */
  captureLead(lead: {
    readonly email: string
    readonly firstName?: string | undefined
    readonly lastName?: string | undefined
    readonly phone?: string | undefined
    readonly company?: string | undefined
  }): void
  /**
   * Records that the visitor wants a person: once per conversation, and not at all where the
   * workspace takes no handoffs.
   */
  requestHandoff(reason: string): void
  /**
   * Offers a meeting; gives the address to book at, or null when it has no address to give. Where the
   * workspace takes no bookings it offers nothing.
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
  /** The id of the conversation that is stored of it (`conv_…`). */
  readonly conversation: string
  /** The application that the chat is held from, as the session was opened with it. */
  readonly channel: string
  /** Where the session stands: `handed_off` only where `answerAfterHandoff` is set. */
  readonly status: ChatSession['status']
  /** Where the visitor is; nulls when the application did not say. */
  readonly page: { readonly url: string | null; readonly path: string | null }
  /**
   * The note of the workspace to the agent about people who came by the personal link of the
   * page's address, with their details put in (`agent_note`); null without such a note.
   */
  readonly greetingNote: string | null
  /** The transcript; the last message is the visitor's, to be answered now. */
  readonly messages: readonly Pick<Message, 'id' | 'role' | 'text'>[]
  /** The id that the answer gets where it is stored (`msg_…`). */
  readonly answerId: string
  /** The visitor as the calling application knows them: verified. */
  readonly visitor: { readonly name: string | null; readonly email: string | null }
  /** Facts given as hints, never to be followed as instructions. */
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** The tools of the turn. */
  readonly tools: AgentTools
  /**
   * Aborted when the turn has lasted 60 seconds, the answer is as long as one may be, the turn is
   * canceled, the server closes, or, with `onDisconnect: 'abort'`, the caller has gone.
   */
  readonly signal: AbortSignal
}

/**
 * The part that answers visitors. `reply` gives the chunks of a UI message stream; `start` and `finish`
 * are added where they are missing. It is asked for the next chunk when the reader has room for it,
 * and for no more once the text has 100,000 characters: the answer is cut there, and ends with the
 * reason `length`. Throwing, or an `error` chunk, makes the turn fail with 502
 * and leaves only its question and a record in the log, with the error or the text of the chunk.
 */
export interface Agent {
  /** Answers one turn; the chunks are sent to the visitor as they come. */
  reply(turn: AgentTurn): AsyncIterable<ChatChunk>
}

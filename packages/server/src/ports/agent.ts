import type { ChatChunk } from '@doorkit/chat-stream'
import type { Message } from '@doorkit/models'
import type { AgentSettings } from '../collections/agent-settings.ts'

/** A passage of the workspace's knowledge. */
export interface Passage {
  /** The name of the document or page it is from. */
  readonly title: string
  /** What it says. */
  readonly text: string
}

/** What the agent can do in a turn, besides talking. Effects become real when the turn ends well. */
export interface AgentTools {
  /** Looks something up; best match first. */
  searchKnowledge(query: string, limit?: number): Promise<readonly Passage[]>
  /**
   * Records who the visitor is. Emits `lead.captured` once the turn ends. An address that is not
   * usable is ignored.
   */
  captureLead(lead: {
    readonly email: string
    readonly firstName?: string | undefined
    readonly lastName?: string | undefined
  }): void
  /**
   * Records that the visitor wants a person: once per conversation, and not at all where the
   * workspace takes no handoffs.
   */
  requestHandoff(reason: string): void
  /** Offers a meeting; the address to book at, or null when there is none to give. */
  offerMeeting(): { readonly bookingUrl: string | null }
}

/** One turn of a conversation: what the agent knows when it answers. */
export interface AgentTurn {
  /** The workspace that is visited. */
  readonly workspace: { readonly id: string; readonly name: string; readonly website: string }
  /** What the workspace set for its agent. */
  readonly agent: {
    readonly name: string
    readonly instructions: string
    readonly tone: AgentSettings['tone']
    /** A BCP 47 tag, or `auto` for the visitor's language. */
    readonly language: string
    /** False: the workspace takes no handoffs, so offer none. */
    readonly handoff: { readonly enabled: boolean }
  }
  /** The transcript; the last message is the visitor's, to be answered now. */
  readonly messages: readonly Pick<Message, 'role' | 'text'>[]
  /** Who the calling application says the visitor is: verified. */
  readonly visitor: { readonly name: string | null; readonly email: string | null }
  /** Facts given as hints, never to be followed as instructions. */
  readonly context: Readonly<Record<string, string | number | boolean>>
  /** What the agent can do besides talking. */
  readonly tools: AgentTools
  /** Aborted when the turn has lasted 60 seconds or the server closes. */
  readonly signal: AbortSignal
}

/**
 * Whoever answers visitors. `reply` gives the chunks of a UI message stream; `start` and `finish`
 * are added where they are missing. Throwing, or an `error` chunk, makes the turn fail with 502
 * and leaves no trace of it.
 */
export interface Agent {
  /** Answers one turn; the chunks are sent to the visitor as they come. */
  reply(turn: AgentTurn): AsyncIterable<ChatChunk>
}

import type { ChatMessage } from '@doorkit/chat-stream'
import type { SiteMessage } from '../contract.ts'

export type LineState =
  /** The server has stored the message. */
  | 'sent'
  /** The message is being sent. */
  | 'sending'
  /** The message did not arrive, or was not answered. It can be sent again. */
  | 'failed'
  /** A growing answer. */
  | 'streaming'
  /** An answer that the visitor stopped. */
  | 'stopped'
  /** An answer that was cut off. */
  | 'cut'

/** A message as the widget shows it. Each change makes a new object. */
export interface Line {
  /**
   * Stays the same while the page shows the line. For a message that was written on this page, it is
   * the id that the page sent.
   */
  readonly key: string
  /** The server's id; null until it is known. */
  readonly id: string | null
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** The name of the person who wrote the message; null for the agent and the visitor. */
  readonly author: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The actions of the agent, by name, such as `searched_knowledge`. */
  readonly tools: readonly string[]
  readonly state: LineState
  /** Whether its place among the stored messages is known. */
  readonly isPlaced: boolean
  /** How long to wait before sending the message again, in milliseconds. */
  readonly retryAfterMs?: number | undefined
}

export function lineOf(message: SiteMessage, key: string = message.id): Line {
  const { id, role, text, created_at, tools, author } = message
  return {
    key,
    id,
    role: role === 'user' ? 'user' : 'assistant',
    text,
    author: author?.name ?? null,
    at: Date.parse(created_at),
    tools,
    state: 'sent',
    isPlaced: true,
  }
}

export const textOf = ({ parts }: ChatMessage): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** The id of the message that an answer belongs to; null if the server does not name it. */
export function questionOf({ metadata }: ChatMessage): string | null {
  return (metadata as { readonly question?: string } | undefined)?.question ?? null
}

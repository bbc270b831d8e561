import type { ChatMessage } from '@doorkit/chat-stream'
import type { Message } from '../contract.ts'

/** How far a message is. */
export type LineState =
  /** The server has it. */
  | 'sent'
  /** On its way to the server. */
  | 'sending'
  /** It did not arrive, or was not answered: it can be sent again. */
  | 'failed'
  /** An answer that grows. */
  | 'streaming'
  /** An answer that the visitor ended. */
  | 'stopped'
  /** An answer whose end is missing. */
  | 'cut'

/** A message as the widget shows it. A change makes a new one. */
export interface Line {
  /** The same for as long as the page shows it. For a message of this page, its name. */
  readonly key: string
  /** The server's id; null until it is known. */
  readonly id: string | null
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** The name of the person of the team who wrote it; null for the agent and the visitor. */
  readonly author: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What the agent did, in short words. */
  readonly tools: readonly string[]
  readonly state: LineState
  /** How long to wait before it is sent again, in milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/** The line of a message that the server has. */
export function lineOf(message: Message, key: string = message.id): Line {
  const { id, role, text, created_at, tools } = message
  return {
    key,
    id,
    role: role === 'user' ? 'user' : 'assistant',
    text,
    author: authorOf(message),
    at: Date.parse(created_at),
    tools,
    state: 'sent',
  }
}

/** A server of another version may name no author, or one of another kind. */
function authorOf(message: Message): string | null {
  const { author } = message as { author?: { name?: unknown } | null }
  return typeof author?.name === 'string' ? author.name : null
}

/** What an answer says so far. */
export const textOf = ({ parts }: ChatMessage): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** The id of the message that an answer is about; null where the server does not say. */
export function questionOf({ metadata }: ChatMessage): string | null {
  const { question } = (metadata ?? {}) as { question?: unknown }
  return typeof question === 'string' ? question : null
}

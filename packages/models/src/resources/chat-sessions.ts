import * as z from 'zod'
import { Email } from '../email.ts'
import { ChatSessionId, ConversationId, MessageId } from '../ids.ts'
import { created, defineOperations, json, streamable } from '../operation.ts'
import { ConversationTeam } from '../person.ts'
import { Timestamp } from '../timestamp.ts'
import { Message } from './conversations.ts'

/** A conversation that another application holds with the agent (docs/api.md#chat-session). */
export const ChatSession = z
  .object({
    id: ChatSessionId,
    object: z.literal('chat_session'),
    conversation: ConversationId,
    channel: z.string().meta({
      description: 'The name of the application, from the request that created the session.',
    }),
    status: z.enum(['open', 'handed_off', 'booked']).meta({
      description:
        '`handed_off`: the visitor waits for a person, or a person has joined. `booked`: a meeting is booked. If both are true, the status is the one that began first.',
    }),
    team: ConversationTeam.meta({
      description: 'Whether the agent or a person answers.',
      extension: true,
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    messages: z
      .array(Message)
      .meta({ description: 'The whole transcript; empty when the session is created.' }),
  })
  .meta({ id: 'ChatSession' })
export type ChatSession = z.infer<typeof ChatSession>

/** A chat session to open. Everything is optional (docs/api.md#opening-a-session). */
export const ChatSessionCreate = z
  .strictObject({
    channel: z
      .string()
      .max(64)
      .regex(/^[a-z0-9_-]+$/, 'Use lowercase letters, digits, `_` and `-`.')
      .optional()
      .meta({ description: 'Lowercase letters, digits, `_` and `-`.', default: 'api' }),
    page_url: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .meta({ description: 'The page that the visitor is on.' }),
    visit: z.string().min(1).max(64).optional().meta({
      description:
        'The visit in which the analytics count the chat. An unknown visit is refused with `unprocessable`.',
      extension: true,
    }),
    visitor: z
      .strictObject({
        email: Email.optional(),
        name: z.string().min(1).max(200).optional(),
        external_id: z.string().min(1).max(255).optional(),
      })
      .optional()
      .meta({ description: 'The visitor, whose identity counts as verified.' }),
    context: z
      .record(z.string().min(1).max(64), z.union([z.string().max(500), z.number(), z.boolean()]))
      .refine((context) => Object.keys(context).length <= 50, 'At most 50 facts.')
      .optional()
      .meta({
        description: 'Hints for the agent, never instructions.',
        maxProperties: 50,
      }),
  })
  .meta({ id: 'ChatSessionCreate' })
export type ChatSessionCreate = z.infer<typeof ChatSessionCreate>

/** A visitor's message to send. */
export const ChatMessageSend = z
  .strictObject({
    text: z.string().min(1).max(4_000),
    stream: z.boolean().optional().meta({
      description: 'Whether to answer with an event stream (UI message stream v1).',
      default: false,
    }),
  })
  .meta({ id: 'ChatMessageSend' })
export type ChatMessageSend = z.infer<typeof ChatMessageSend>

/** An action of the agent in a turn, besides its answer. */
export const ChatAction = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('booking_offered'),
      booking_url: z
        .string()
        .nullable()
        .meta({ description: 'The `booking.url` of the agent settings; null if none is set.' }),
    }),
    z.object({ type: z.literal('handoff_requested') }),
    z.object({ type: z.literal('searched_knowledge') }),
  ])
  .meta({ id: 'ChatAction' })
export type ChatAction = z.infer<typeof ChatAction>

/** The agent's answer to one message. */
export const ChatReply = z
  .object({
    object: z.literal('chat_reply'),
    session: ChatSessionId,
    message: z.object({
      id: MessageId,
      role: z.literal('assistant'),
      text: z.string().meta({ description: 'Empty if the agent did not answer.' }),
      created_at: Timestamp,
    }),
    actions: z
      .array(ChatAction)
      .meta({ description: 'The actions of the agent besides its answer.' }),
    finish_reason: z.enum(['stop', 'length', 'handed_off']).optional().meta({
      description:
        "Why the answer ended: `stop` if the answer is complete or was stopped, `length` if it was cut at 100,000 characters, `handed_off` if the agent leaves the answer to the team. With `handed_off`, only the visitor's message is stored: the text is empty, and no stored message has the id `message.id`.",
      extension: true,
    }),
  })
  .meta({ id: 'ChatReply' })
export type ChatReply = z.infer<typeof ChatReply>

/** Conversations that another application holds with the agent (docs/api.md#chat). */
export const chatSessions = defineOperations({
  /** Open a chat session. */
  create: {
    summary: 'Open a chat session.',
    method: 'POST',
    path: '/chat/sessions',
    scope: 'chat:write',
    cost: 'standard',
    body: ChatSessionCreate,
    reply: created(ChatSession),
    errors: ['feature_disabled', 'conflict', 'quota_exceeded', 'unprocessable'],
  },
  /** Fetch a chat session with its whole transcript. */
  get: {
    summary: 'Fetch a chat session with its whole transcript.',
    method: 'GET',
    path: '/chat/sessions/{id}',
    params: { id: ChatSessionId },
    scope: 'chat:write',
    cost: 'standard',
    reply: json(ChatSession),
    errors: ['feature_disabled'],
  },
  /** Send a visitor's message and wait for the agent's answer, whole or streamed. */
  send: {
    summary: "Send a visitor's message and wait for the agent's answer, whole or streamed.",
    method: 'POST',
    path: '/chat/sessions/{id}/messages',
    params: { id: ChatSessionId },
    scope: 'chat:write',
    cost: 'heavy',
    body: ChatMessageSend,
    reply: streamable(ChatReply),
    errors: ['feature_disabled', 'conflict'],
  },
})

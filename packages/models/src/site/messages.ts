import * as z from 'zod'
import { defineOperations, eventsOrNone, json, streamable } from '../operation.ts'
import { ChatReply } from '../resources/chat-sessions.ts'
import { siteLimits } from './limits.ts'

/** A message of the visitor. */
export const SiteMessageSend = z
  .strictObject({
    id: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, `_` and `-`.')
      .meta({
        description:
          'An id of your choice, new for each message. A message that is sent again with the same id is stored once.',
      }),
    text: z.string().min(1).max(siteLimits.messageLength),
    stream: z.boolean().optional().meta({
      description:
        'Whether to stream the answer as UI message stream v1, instead of returning it as JSON.',
      default: true,
    }),
  })
  .meta({ id: 'SiteMessageSend' })
export type SiteMessageSend = z.infer<typeof SiteMessageSend>

/** The result of a request to stop an answer. */
export const AnswerStop = z
  .object({
    object: z.literal('answer_stop'),
    stopped: z.boolean().meta({ description: 'False if no answer was in progress.' }),
  })
  .meta({ id: 'AnswerStop' })
export type AnswerStop = z.infer<typeof AnswerStop>

/** The position from which a stream resumes. */
export const AnswerResume = z.strictObject({
  after: z.string().max(100).optional().meta({
    description:
      'The id of the last chunk that you received. Use it if you cannot send `Last-Event-ID`.',
  }),
})

/** One chunk of a UI message stream v1. */
export const AnswerChunk = z
  .looseObject({ type: z.string() })
  .meta({ id: 'AnswerChunk', description: 'A chunk of UI message stream v1.' })
export type AnswerChunk = z.infer<typeof AnswerChunk>

/** The chat with the agent. */
export const messages = defineOperations({
  /** Send a message, and get the agent's answer, streamed or whole. */
  send: {
    summary: "Send a message, and get the agent's answer, streamed or whole.",
    method: 'POST',
    path: '/messages',
    scope: 'none',
    credential: 'visit_token',
    cost: 'heavy',
    body: SiteMessageSend,
    idempotencyField: 'id',
    reply: streamable(ChatReply),
    errors: ['conflict'],
    maxBodyBytes: siteLimits.bodyBytes,
  },
  /** Stop the answer that is in progress, and keep its text so far. */
  stop: {
    summary: 'Stop the answer that is in progress, and keep its text so far.',
    method: 'POST',
    path: '/messages/stop',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    reply: json(AnswerStop),
    maxBodyBytes: siteLimits.bodyBytes,
  },
  /** Resume the stream of an answer after the last chunk that you received. */
  resume: {
    summary: 'Resume the stream of an answer after the last chunk that you received.',
    method: 'GET',
    path: '/messages/stream',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    query: AnswerResume,
    reply: eventsOrNone(AnswerChunk),
    maxBodyBytes: siteLimits.bodyBytes,
  },
})

import * as z from 'zod'
import { defineOperations, eventsOf, json, streamable } from '../operation.ts'
import { ChatReply } from '../resources/chat-sessions.ts'
import { siteLimits } from './limits.ts'

/** What a visitor says. */
export const SiteMessageSend = z
  .strictObject({
    id: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, `_` and `-`.')
      .meta({
        description:
          'A name of your choosing, new for each message. A message that is sent again under the same name is said once.',
      }),
    text: z.string().min(1).max(siteLimits.messageLength),
    stream: z.boolean().optional().meta({
      description: 'Answer as an event stream: UI message stream v1. False asks for JSON.',
      default: true,
    }),
  })
  .meta({ id: 'SiteMessageSend' })
export type SiteMessageSend = z.infer<typeof SiteMessageSend>

/** Whether an answer was stopped. */
export const AnswerStop = z
  .object({
    object: z.literal('answer_stop'),
    stopped: z.boolean().meta({ description: 'False where no answer was under way.' }),
  })
  .meta({ id: 'AnswerStop' })
export type AnswerStop = z.infer<typeof AnswerStop>

/** Which answer to take up, and where. */
export const AnswerResume = z.strictObject({
  after: z.string().max(100).optional().meta({
    description: 'The id of the last chunk that came; in place of the header `Last-Event-ID`.',
  }),
})

/** One chunk of a UI message stream v1. */
export const AnswerChunk = z
  .looseObject({ type: z.string() })
  .meta({ id: 'AnswerChunk', description: 'A chunk of UI message stream v1.' })
export type AnswerChunk = z.infer<typeof AnswerChunk>

/** Talking with the agent. */
export const messages = defineOperations({
  /** Say something, and get the agent's answer as it is made. */
  send: {
    summary: "Say something, and get the agent's answer as it is made.",
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
  /** End the answer that is under way, and keep what was said of it. */
  stop: {
    summary: 'End the answer that is under way, and keep what was said of it.',
    method: 'POST',
    path: '/messages/stop',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    reply: json(AnswerStop),
    maxBodyBytes: siteLimits.bodyBytes,
  },
  /** Take up the stream of an answer after the last chunk that came. */
  resume: {
    summary: 'Take up the stream of an answer after the last chunk that came.',
    method: 'GET',
    path: '/messages/stream',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    query: AnswerResume,
    reply: eventsOf(AnswerChunk),
    maxBodyBytes: siteLimits.bodyBytes,
  },
})

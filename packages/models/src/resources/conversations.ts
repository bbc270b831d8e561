import * as z from 'zod'
import { deletionSchema } from '../deletion.ts'
import {
  ContactId,
  ConversationId,
  ExperimentId,
  MeetingId,
  MessageId,
  PersonalLinkId,
  VariantId,
} from '../ids.ts'
import { limits } from '../limits.ts'
import { createdSince, PageQuery, updatedSince } from '../list.ts'
import { created, defineOperations, json, listOf } from '../operation.ts'
import {
  ConversationTeam,
  MessageAuthor,
  PersonInput,
  PersonMessage,
  TeamChange,
} from '../person.ts'
import { Timestamp } from '../timestamp.ts'

const expand = z
  .array(z.enum(['messages']))
  .min(1)
  .max(1)
  .optional()
  .meta({
    description:
      '`messages` adds the member `messages`. `expand[]=messages` means the same as `expand=messages`.',
  })

/** One message of a transcript. */
export const Message = z
  .object({
    id: MessageId,
    role: z.enum(['user', 'assistant']),
    text: z.string(),
    created_at: Timestamp,
    tools: z
      .array(z.string())
      .meta({ description: 'The actions of the agent, by name, such as `searched_knowledge`.' }),
    author: MessageAuthor.optional().meta({
      description:
        'The person of the team who wrote the message; absent if the visitor or the agent wrote it.',
      extension: true,
    }),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** The scores and labels that a grader gave a conversation. */
export const Evaluation = z
  .object({
    intent: z.string().nullable().meta({ description: 'The aim of the visitor.' }),
    buying_stage: z
      .string()
      .nullable()
      .meta({ description: 'How far the visitor is from buying.' }),
    qualification_score: z.number().min(0).max(100),
    meeting_intent: z.number().min(0).max(10),
    understood: z.boolean().meta({ description: 'Whether the agent understood the questions.' }),
    failure_category: z.string().nullable().meta({ description: 'Null when nothing went wrong.' }),
    abandonment_reason: z.string().nullable(),
    recommended_improvement: z.string().nullable(),
  })
  .meta({ id: 'Evaluation' })
export type Evaluation = z.infer<typeof Evaluation>

/** One conversation of the agent with a visitor (docs/api.md#conversation). */
export const Conversation = z
  .object({
    id: ConversationId,
    object: z.literal('conversation'),
    page_url: z.string().nullable(),
    page_path: z.string().nullable(),
    channel: z.string().meta({
      description:
        '`website`, or the name of the application that holds the conversation, such as `api`.',
      extension: true,
    }),
    link: PersonalLinkId.nullable().meta({
      description: 'The personal link that brought the visitor.',
      extension: true,
    }),
    outcome: z
      .enum(['meeting', 'lead', 'handoff', 'none'])
      .meta({ description: 'The best outcome of the conversation.' }),
    message_count: z.int().min(0),
    preview: z.string().meta({ description: 'The beginning of the first message of the visitor.' }),
    contact: ContactId.nullable().meta({ description: 'Null without contacts:read.' }),
    lead: z
      .object({
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
        email: z.string().nullable(),
        captured_at: Timestamp,
      })
      .nullable()
      .meta({ description: 'Names and email are null without contacts:read.' }),
    booking: z
      .object({
        booker_email: z.string().nullable(),
        meeting: MeetingId.nullable().meta({ extension: true }),
        start_at: Timestamp.nullable().meta({ extension: true }),
      })
      .nullable()
      .meta({ description: 'The email is null without contacts:read.' }),
    handoff: z
      .object({ requested_at: Timestamp, reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null if no person was requested.' }),
    team: ConversationTeam.meta({
      description: 'Whether the agent or a person answers.',
      extension: true,
    }),
    visitor: z.object({
      device: z.enum(['desktop', 'mobile']).nullable(),
      country: z.string().nullable(),
      source: z.string().nullable(),
      utm: z.record(z.string(), z.string()),
      ai_referred: z
        .boolean()
        .nullable()
        .meta({ description: 'Whether an AI assistant sent the visitor.' }),
    }),
    opening: z
      .object({ experiment: ExperimentId.nullable(), variant: VariantId.nullable() })
      .meta({ description: 'The opening that the visitor saw.' }),
    evaluation: Evaluation.nullable().meta({
      description: 'Null until the conversation is graded.',
    }),
    messages: z
      .array(Message)
      .optional()
      .meta({
        description: `In lists and in GET /conversations/{id}, only with \`expand=messages\`. A list has the last ${limits.expandedMessages} messages of each conversation.`,
      }),
    test: z.boolean().meta({ description: 'True for preview chats.' }),
    started_at: Timestamp.meta({ extension: true }),
    updated_at: Timestamp.meta({ extension: true }),
    completed_at: Timestamp.nullable().meta({ extension: true }),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.infer<typeof Conversation>

/** Reading and deleting conversations, and letting people answer in place of the agent. */
export const conversations = defineOperations({
  /** List conversations, newest first; with `updated_since`, most recently changed first. */
  list: {
    summary: 'List conversations, newest first; with `updated_since`, most recently changed first.',
    method: 'GET',
    path: '/conversations',
    scope: 'conversations:read',
    cost: 'standard',
    query: PageQuery.extend({
      updated_since: updatedSince,
      created_since: createdSince,
      expand,
      include_test: z.boolean().optional().meta({ description: 'Includes preview chats.' }),
      has_lead: z.boolean().optional().meta({
        description: 'True for only the conversations with a lead, false for only the others.',
      }),
      graded: z.boolean().optional().meta({
        description: 'True for only the graded conversations, false for only the others.',
      }),
    }),
    reply: listOf(Conversation),
  },
  /** Fetch one conversation. */
  get: {
    summary: 'Fetch one conversation.',
    method: 'GET',
    path: '/conversations/{id}',
    params: { id: ConversationId },
    scope: 'conversations:read',
    cost: 'standard',
    query: z.strictObject({ expand: expand.meta({ extension: true }) }),
    reply: json(Conversation),
  },
  /** Delete a conversation with its transcript, permanently. */
  delete: {
    summary: 'Delete a conversation with its transcript, permanently.',
    method: 'DELETE',
    path: '/conversations/{id}',
    params: { id: ConversationId },
    scope: 'privacy:write',
    cost: 'standard',
    reply: json(deletionSchema(ConversationId, 'conversation')),
    extension: true,
  },
  /** Let a person answer in place of the agent. */
  join: {
    summary: 'Let a person answer in place of the agent.',
    method: 'POST',
    path: '/conversations/{id}/join',
    params: { id: ConversationId },
    scope: 'chat:write',
    cost: 'standard',
    body: PersonInput,
    reply: json(TeamChange),
    errors: ['conflict'],
    extension: true,
  },
  /** Send a message of the person who has joined. */
  send: {
    summary: 'Send a message of the person who has joined.',
    method: 'POST',
    path: '/conversations/{id}/messages',
    params: { id: ConversationId },
    scope: 'chat:write',
    cost: 'standard',
    body: PersonMessage,
    reply: created(Message),
    errors: ['conflict'],
    extension: true,
  },
  /** Let the agent answer again. */
  leave: {
    summary: 'Let the agent answer again.',
    method: 'POST',
    path: '/conversations/{id}/leave',
    params: { id: ConversationId },
    scope: 'chat:write',
    cost: 'standard',
    body: PersonInput,
    reply: json(TeamChange),
    errors: ['conflict'],
    extension: true,
  },
})

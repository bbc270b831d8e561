import * as z from 'zod'
import { Email } from '../email.ts'
import { Erasure } from '../erasure.ts'
import { ChatSessionId, ConversationId, MessageId } from '../ids.ts'
import { created, defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { Contact } from './contacts.ts'
import { Conversation } from './conversations.ts'
import { Meeting } from './meetings.ts'

/** The person of a privacy operation. The address is sent in the body, to keep it out of URLs. */
export const PrivacySubject = z.strictObject({ email: Email }).meta({ id: 'PrivacySubject' })
export type PrivacySubject = z.infer<typeof PrivacySubject>

/** In an export: an attempt to book a meeting, or a booking through a personal link. */
export const BookingRecord = z
  .object({
    id: z.string(),
    status: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: Timestamp,
    meeting: z.string().nullable(),
  })
  .meta({ id: 'BookingRecord', extension: true })
export type BookingRecord = z.infer<typeof BookingRecord>

/** In an export: the verified details of the visitor of a chat session, and its context. */
export const ChatSessionRecord = z
  .object({
    id: ChatSessionId,
    conversation: ConversationId,
    visitor: z.object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      external_id: z.string().nullable(),
    }),
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    created_at: Timestamp,
  })
  .meta({ id: 'ChatSessionRecord', extension: true })
export type ChatSessionRecord = z.infer<typeof ChatSessionRecord>

/** In an export: the content of a message besides its text. */
export const MessageDetails = z
  .object({
    id: MessageId,
    conversation: ConversationId,
    tool_calls: z.array(
      z.object({
        name: z.string(),
        input: z.string().meta({ description: 'The input as JSON.' }),
        output: z
          .string()
          .nullable()
          .meta({ description: 'The output as JSON; null if the call failed.' }),
        error: z.string().nullable(),
      }),
    ),
    sources: z.array(z.object({ url: z.string().nullable(), title: z.string().nullable() })),
    unfinished: z.string().nullable().meta({
      description: 'The text that the agent had written when its turn ended without an answer.',
    }),
  })
  .meta({ id: 'MessageDetails', extension: true })
export type MessageDetails = z.infer<typeof MessageDetails>

/** In an export: a visit of the person, with or without a chat. */
export const VisitRecord = z
  .object({
    id: z.string(),
    started_at: Timestamp,
    visitor: z.string().nullable().meta({
      description:
        "The site API's id of the visitor, or the id that the host reported; null if none is stored.",
    }),
    page_url: z.string(),
    source: z.string(),
    device: z.string(),
    country: z.string().nullable(),
    utm: z.record(z.string(), z.string()),
  })
  .meta({ id: 'VisitRecord', extension: true })
export type VisitRecord = z.infer<typeof VisitRecord>

/** Everything held about one person (docs/api.md#privacy). */
export const PrivacyExport = z
  .object({
    object: z.literal('privacy_export'),
    email: z.string().meta({ description: 'In lower case.' }),
    generated_at: Timestamp,
    contact: Contact.nullable(),
    conversations: z
      .array(Conversation)
      .meta({ description: 'Every conversation that names the person, with its transcript.' }),
    booking_attempts: z.array(BookingRecord),
    link_bookings: z.array(BookingRecord),
    chat_sessions: z.array(ChatSessionRecord).meta({ extension: true }),
    meetings: z.array(Meeting).meta({ extension: true }),
    visits: z.array(VisitRecord).meta({ extension: true }),
    message_details: z.array(MessageDetails).meta({
      extension: true,
      description: 'The content of the exported messages besides their text.',
    }),
  })
  .meta({ id: 'PrivacyExport' })
export type PrivacyExport = z.infer<typeof PrivacyExport>

/** Exporting and erasing what is held about one person (docs/api.md#erasure). */
export const privacy = defineOperations({
  /** Export everything held about one person. */
  export: {
    summary: 'Export everything held about one person.',
    method: 'POST',
    path: '/privacy/exports',
    scope: 'privacy:write',
    cost: 'heavy',
    body: PrivacySubject,
    reply: json(PrivacyExport),
  },
  /** Erase everything held about one person, for good. */
  erase: {
    summary: 'Erase everything held about one person, for good.',
    method: 'POST',
    path: '/privacy/erasures',
    scope: 'privacy:write',
    cost: 'standard',
    body: PrivacySubject,
    reply: created(Erasure),
  },
})

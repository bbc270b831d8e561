import * as z from 'zod'
import { ContactId, ConversationId, MeetingId } from '../ids.ts'
import { PageQuery, updatedSince } from '../list.ts'
import { defineOperations, json, listOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** A meeting booked from the chat (docs/api.md#meeting). */
export const Meeting = z
  .object({
    id: MeetingId,
    object: z.literal('meeting'),
    status: z.enum(['booked', 'canceled']),
    verified: z.boolean().meta({ description: 'Whether the calendar confirmed the booking.' }),
    provider: z
      .string()
      .meta({ description: 'The calendar service, such as `cal.com` or `calendly`.' }),
    meeting_type: z.string().nullable(),
    host: z.string().nullable().meta({ description: 'The member of the team who attends.' }),
    start_at: Timestamp,
    end_at: Timestamp,
    booked_at: Timestamp,
    updated_at: Timestamp,
    reschedules: z
      .int()
      .min(0)
      .meta({ description: 'How many times the meeting was rescheduled.' }),
    join_url: z.string().nullable(),
    reschedule_url: z.string().nullable(),
    cancel_url: z.string().nullable(),
    conversation: ConversationId,
    contact: ContactId.nullable().meta({ description: 'Null without contacts:read.' }),
    invitee: z
      .object({ name: z.string().nullable(), email: z.string().nullable() })
      .meta({ description: 'The name and the email are null without contacts:read.' }),
    test: z.boolean().meta({ description: 'True for meetings of preview chats.' }),
  })
  .meta({ id: 'Meeting' })
export type Meeting = z.infer<typeof Meeting>

/** Reading the meetings that were booked from the chat. */
export const meetings = defineOperations({
  /** List meetings, most recently changed first. */
  list: {
    summary: 'List meetings, most recently changed first.',
    method: 'GET',
    path: '/meetings',
    scope: 'meetings:read',
    cost: 'standard',
    query: PageQuery.extend({
      updated_since: updatedSince,
      verified: z.boolean().optional().meta({
        description:
          'True for only the meetings that the calendar confirmed, false for only the others.',
      }),
      include_test: z
        .boolean()
        .optional()
        .meta({ description: 'Includes meetings of preview chats.' }),
    }),
    reply: listOf(Meeting),
  },
  /** Fetch one meeting. */
  get: {
    summary: 'Fetch one meeting.',
    method: 'GET',
    path: '/meetings/{id}',
    params: { id: MeetingId },
    scope: 'meetings:read',
    cost: 'standard',
    reply: json(Meeting),
    extension: true,
  },
})

import * as z from 'zod'
import { ConversationId } from '../ids.ts'
import { defineOperations, eventsOf } from '../operation.ts'
import { Message } from '../resources/conversations.ts'
import { Timestamp } from '../timestamp.ts'
import { SiteConversation } from './conversation.ts'
import { siteLimits } from './limits.ts'

/** How the conversation of a visitor stands: the data of the event `status`. */
export const SiteStatus = z
  .object({
    object: z.literal('site_status'),
    conversation: ConversationId.nullable().meta({ description: 'Null until the first message.' }),
    status: SiteConversation.shape.status,
    team: SiteConversation.shape.team,
    completed_at: Timestamp.nullable().meta({
      description: 'Since when the conversation is over; null while it goes on.',
    }),
  })
  .meta({ id: 'SiteStatus' })
export type SiteStatus = z.infer<typeof SiteStatus>

/** Why the server ended a stream of events. */
export const siteEventEnds = ['expired', 'revoked', 'replaced', 'closing'] as const

/** The last event of a stream that the server ends: the data of the event `end`. */
export const SiteEventsEnd = z
  .object({
    reason: z.enum(siteEventEnds).meta({
      description:
        '`expired`: the visit token has ended. `revoked`: its site key or origin counts no more. `replaced`: the visitor opened too many streams, and this is the oldest. `closing`: the server ends; connect again.',
    }),
  })
  .meta({ id: 'SiteEventsEnd' })
export type SiteEventsEnd = z.infer<typeof SiteEventsEnd>

/** Where to go on. */
export const EventsFollow = z.strictObject({
  after: z.string().max(100).optional().meta({
    description: 'The id of the last message that the page has; in place of `Last-Event-ID`.',
  }),
})

/** What happens in the conversation of a visitor. */
export const events = defineOperations({
  /** Follow the messages of everybody and the status of the conversation. */
  follow: {
    summary: 'Follow the messages of everybody and the status of the conversation.',
    method: 'GET',
    path: '/events',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    query: EventsFollow,
    reply: eventsOf(z.union([Message, SiteStatus, SiteEventsEnd])),
    maxBodyBytes: siteLimits.bodyBytes,
  },
})

import * as z from 'zod'
import { ConversationId } from '../ids.ts'
import { defineOperations, eventsOf } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'
import { SiteConversation, SiteMessage } from './conversation.ts'
import { siteLimits } from './limits.ts'

/** The status of the visitor's conversation: the data of the event `status`. */
export const SiteStatus = z
  .object({
    object: z.literal('site_status'),
    conversation: ConversationId.nullable().meta({ description: 'Null until the first message.' }),
    status: SiteConversation.shape.status,
    team: SiteConversation.shape.team,
    completed_at: Timestamp.nullable().meta({
      description: 'When the conversation was graded; null until then.',
    }),
  })
  .meta({ id: 'SiteStatus' })
export type SiteStatus = z.infer<typeof SiteStatus>

/** Why the server ended a stream of events. */
export const siteEventEnds = ['expired', 'revoked', 'replaced', 'erased', 'closing'] as const

/** The last event of a stream that the server ends: the data of the event `end`. */
export const SiteEventsEnd = z
  .object({
    reason: z.enum(siteEventEnds).meta({
      description:
        '`expired`: the visit token has expired. `revoked`: its site key no longer works, or its origin is no longer allowed. `replaced`: the visitor opened too many streams, and this is the oldest. `erased`: the conversation was erased or deleted; remove its messages from the page. The next message of the visitor begins another conversation. `closing`: the server is shutting down; connect again.',
    }),
  })
  .meta({ id: 'SiteEventsEnd' })
export type SiteEventsEnd = z.infer<typeof SiteEventsEnd>

/** The position from which a stream of events starts. */
export const EventsFollow = z.strictObject({
  after: z.string().max(100).optional().meta({
    description:
      'The id of the last message that the page has; `0` to start with the first message. Use it if you cannot send `Last-Event-ID`. Default: new messages only.',
  }),
})

/** The events of a visitor's conversation. */
export const events = defineOperations({
  /** Stream the messages and status changes of the visitor's conversation. */
  follow: {
    summary: "Stream the messages and status changes of the visitor's conversation.",
    method: 'GET',
    path: '/events',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    query: EventsFollow,
    reply: eventsOf(z.union([SiteMessage, SiteStatus, SiteEventsEnd])),
    maxBodyBytes: siteLimits.bodyBytes,
  },
})

import * as z from 'zod'
import { ConversationId } from '../ids.ts'
import { defineOperations, json } from '../operation.ts'
import { ConversationTeam, MessageAuthor, Person } from '../person.ts'
import { ChatSession } from '../resources/chat-sessions.ts'
import { Message } from '../resources/conversations.ts'
import { siteLimits } from './limits.ts'

// The ids of people of the team belong to the host, so visitors get only the names.
const author = MessageAuthor.omit({ id: true })
const person = Person.omit({ id: true })

/** A message, as the visitor gets it. */
export const SiteMessage = Message.extend({
  author: author.optional().meta({
    description:
      'The person of the team who wrote the message; absent if the visitor or the agent wrote it.',
  }),
}).meta({ id: 'SiteMessage' })
export type SiteMessage = z.infer<typeof SiteMessage>

/** The conversation of a visitor, as the page shows it. */
export const SiteConversation = z
  .object({
    object: z.literal('site_conversation'),
    id: ConversationId.nullable().meta({ description: 'Null until the first message.' }),
    status: ChatSession.shape.status,
    team: ConversationTeam.extend({
      person: person.nullable().meta({ description: 'Null unless the state is `person`.' }),
    }).meta({ description: 'Whether the agent or a person answers.' }),
    answering: z
      .boolean()
      .meta({ description: 'Whether the agent is answering the last message now.' }),
    messages: z.array(SiteMessage).meta({
      description:
        'The whole transcript; in the responses of `visits.begin` and `visits.identify`, only the last 200 messages.',
    }),
  })
  .meta({ id: 'SiteConversation' })
export type SiteConversation = z.infer<typeof SiteConversation>

/** The visitor's conversation. */
export const conversation = defineOperations({
  /** Fetch the visitor's conversation with its whole transcript. */
  get: {
    summary: "Fetch the visitor's conversation with its whole transcript.",
    method: 'GET',
    path: '/conversation',
    scope: 'none',
    credential: 'visit_token',
    cost: 'standard',
    reply: json(SiteConversation),
    maxBodyBytes: siteLimits.bodyBytes,
  },
})

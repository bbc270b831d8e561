import * as z from 'zod'
import { ConversationId } from '../ids.ts'
import { PageQuery } from '../list.ts'
import { created, defineOperations, eventsOf, json, listOf } from '../operation.ts'
import { ConversationTeam, PersonMessage, TeamChange } from '../person.ts'
import { Conversation, Message } from '../resources/conversations.ts'
import { Timestamp } from '../timestamp.ts'

const unansweredSince = Timestamp.nullable().meta({
  description:
    'When the visitor began to wait for a person to join or to answer; null if the visitor does not wait.',
})

/** A conversation that waits for a person or has one. */
export const InboxConversation = Conversation.omit({ messages: true }).extend({
  unanswered_since: unansweredSince,
})
export type InboxConversation = z.infer<typeof InboxConversation>

/** The data of the event `change`: which conversations have changed, without their texts. */
export const InboxChange = z.object({
  object: z.literal('inbox_change'),
  conversations: z.array(
    z.object({
      id: ConversationId,
      team: ConversationTeam,
      message_count: z.int().min(0),
      unanswered_since: unansweredSince,
    }),
  ),
})
export type InboxChange = z.infer<typeof InboxChange>

const conversation = { id: ConversationId }

/** The inbox of the team. The person who answers is always the one who is signed in. */
export const inbox = defineOperations({
  /** List the conversations of one team state, by `team.since`, oldest first. */
  list: {
    summary: 'List the conversations of one team state, by `team.since`, oldest first.',
    method: 'GET',
    path: '/inbox',
    scope: 'conversations:read',
    cost: 'standard',
    query: PageQuery.extend({ state: ConversationTeam.shape.state.exclude(['agent']) }),
    reply: listOf(InboxConversation),
  },
  /** Stream changes of conversations. The stream ends after a while; open it again. */
  follow: {
    summary: 'Stream changes of conversations. The stream ends after a while; open it again.',
    method: 'GET',
    path: '/inbox_changes',
    scope: 'conversations:read',
    cost: 'standard',
    reply: eventsOf(InboxChange),
  },
  /** Answer a visitor in place of the agent. */
  join: {
    summary: 'Answer a visitor in place of the agent.',
    method: 'POST',
    path: '/inbox/{id}/join',
    params: conversation,
    scope: 'chat:write',
    cost: 'standard',
    reply: json(TeamChange),
    errors: ['conflict'],
  },
  /** Send a message to the visitor of a conversation that you have joined. */
  send: {
    summary: 'Send a message to the visitor of a conversation that you have joined.',
    method: 'POST',
    path: '/inbox/{id}/messages',
    params: conversation,
    scope: 'chat:write',
    cost: 'standard',
    body: PersonMessage.pick({ text: true }).strict(),
    reply: created(Message),
    errors: ['conflict'],
  },
  /** Let the agent answer again. */
  leave: {
    summary: 'Let the agent answer again.',
    method: 'POST',
    path: '/inbox/{id}/leave',
    params: conversation,
    scope: 'chat:write',
    cost: 'standard',
    reply: json(TeamChange),
    errors: ['conflict'],
  },
})

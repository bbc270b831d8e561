import * as z from 'zod'
import { ChatSessionId, ConversationId } from '../ids.ts'
import { created, defineOperations, eventsOf } from '../operation.ts'
import { ChatMessageSend } from '../resources/chat-sessions.ts'
import { Timestamp } from '../timestamp.ts'
import { FoundPassage } from './knowledge-search.ts'

/** A chat in which a person of the team tries the agent. Like a preview, it is not in the analytics. */
export const AgentTrial = z.object({
  id: ChatSessionId,
  object: z.literal('agent_trial'),
  conversation: ConversationId,
  created_at: Timestamp,
})
export type AgentTrial = z.infer<typeof AgentTrial>

/** A tool call in an answer of a trial. */
export const TrialCall = z.object({
  id: z.string(),
  name: z.string().meta({ description: 'The name of the tool, such as `search_knowledge`.' }),
  input: z.unknown().meta({
    description: 'JSON, with the texts of a long input cut; null if it is still too long.',
  }),
  output: z.unknown().meta({
    description:
      'JSON, with the texts of a long output cut; null if it is still too long, if the call failed or did not end, or for a search of the knowledge.',
  }),
  error: z.string().nullable(),
  passages: z
    .array(FoundPassage)
    .meta({ description: 'The passages that a search found, the best first.' }),
})
export type TrialCall = z.infer<typeof TrialCall>

/**
 * The chunks of a trial's answer that the console needs: chunks of UI message stream v1, and `data-call`
 * for each tool call.
 */
export const TrialChunk = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-start'), id: z.string() }),
  z.object({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('data-call'), data: TrialCall }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('abort'), reason: z.string() }),
  z.object({ type: z.literal('finish'), finishReason: z.string() }),
])
export type TrialChunk = z.infer<typeof TrialChunk>

/** Trial chats with the agent. They also work while the chat is switched off. */
export const agentTrials = defineOperations({
  /** Begin a trial chat with the agent. The analytics do not count it. */
  create: {
    summary: 'Begin a trial chat with the agent. The analytics do not count it.',
    method: 'POST',
    path: '/agent_trials',
    scope: 'chat:write',
    cost: 'standard',
    reply: created(AgentTrial),
  },
  /** Ask the agent, and stream its answer and its tool calls. */
  send: {
    summary: 'Ask the agent, and stream its answer and its tool calls.',
    method: 'POST',
    path: '/agent_trials/{id}/messages',
    params: { id: ChatSessionId },
    scope: 'chat:write',
    cost: 'heavy',
    body: ChatMessageSend.pick({ text: true }).strict(),
    reply: eventsOf(TrialChunk),
    errors: ['conflict'],
  },
})

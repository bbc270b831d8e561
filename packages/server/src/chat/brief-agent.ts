import { type Message, toTimestamp } from '@doorkit/models'
import { leadSoFar } from '../collections/conversation.ts'
import { toMessage } from '../collections/message.ts'
import { partsOf } from '../collections/message-parts.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import { teamHours } from '../conversations/team.ts'
import { readAgentNote } from '../links/agent-note.ts'
import type { AgentTurn, MessagePart, TurnMessage } from '../ports/agent.ts'
import type { Services } from '../services/services.ts'
import type { HeldTurn } from './begin-turn.ts'

/** Collects the input of the agent for a turn, except the tools. */
export async function briefAgent(
  services: Services,
  workspace: StoredWorkspace,
  { session, conversation, before, question, answerId, running }: HeldTurn,
): Promise<Omit<AgentTurn, 'tools'>> {
  const { channel, status, visitor, context } = session.data
  const { page_url, page_path, link } = conversation.data
  const { name, instructions, tone, language, handoff, booking } = workspace.data.agent
  return {
    workspace: { id: workspace.id, name: workspace.data.name, website: workspace.data.website },
    // The email address of the team is left out.
    agent: {
      ...{ name, instructions, tone, language },
      handoff: { enabled: handoff.enabled, hours: teamHours(services, workspace) },
      booking: { enabled: booking.enabled },
    },
    session: session.id,
    conversation: conversation.id,
    channel,
    status,
    page: { url: page_url, path: page_path },
    greetingNote: link && (await readAgentNote(services.store, workspace.id, link, visitor)),
    now: toTimestamp(services.clock.now()),
    messages: [
      ...before.map((row) => toTurnMessage(toMessage(row), partsOf(row.data))),
      toTurnMessage(question, partsOf(question)),
    ],
    answerId,
    visitor: { name: visitor.name, email: visitor.email },
    lead: leadSoFar(conversation),
    context,
    signal: running.signal,
  }
}

function toTurnMessage(
  { tools: _, ...message }: Message,
  parts: readonly MessagePart[],
): TurnMessage {
  return { ...message, parts }
}

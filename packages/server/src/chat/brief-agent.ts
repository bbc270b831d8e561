import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Services } from '../kit/services.ts'
import { readAgentNote } from '../links/agent-note.ts'
import type { AgentTurn } from '../ports/agent.ts'
import type { HeldTurn } from './begin-turn.ts'

/** Everything that an agent is given for a turn, but its tools. */
export async function briefAgent(
  services: Services,
  workspace: StoredWorkspace,
  { session, before, messageIds, signal }: HeldTurn,
  text: string,
): Promise<Omit<AgentTurn, 'tools'>> {
  const { conversation: conversationId } = session.keys
  const { channel, status, visitor, context } = session.data
  const { transcript, conversation } = await before
  const { page_url = null, page_path = null, link = null } = conversation?.data ?? {}
  const { name, instructions, tone, language, handoff, booking } = workspace.data.agent
  return {
    workspace: { id: workspace.id, name: workspace.data.name, website: workspace.data.website },
    // All but the addresses of the team.
    agent: {
      ...{ name, instructions, tone, language },
      handoff: { enabled: handoff.enabled },
      booking: { enabled: booking.enabled },
    },
    session: session.id,
    conversation: conversationId,
    channel,
    status,
    page: { url: page_url, path: page_path },
    greetingNote: link && (await readAgentNote(services.store, workspace.id, link, visitor)),
    messages: [...transcript, { id: messageIds.visitor, role: 'user', text }],
    answerId: messageIds.answer,
    visitor,
    context,
    signal,
  }
}

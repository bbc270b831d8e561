import { type StoredConversation, teamOf } from '../collections/conversation.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Services } from '../services/services.ts'
import { teamHours } from './team-hours.ts'

/**
 * Whether the agent does not answer a conversation: a person answers, or the visitor waits for one and
 * the host wants no answers from the agent during the wait. Outside the team's hours, the agent answers a
 * visitor who waits.
 */
export function isAgentSilent(
  services: Pick<Services, 'answerAfterHandoff' | 'teamHours' | 'clock'>,
  workspace: StoredWorkspace,
  conversation: StoredConversation,
): boolean {
  const { state } = teamOf(conversation)
  if (state !== 'waiting' || services.answerAfterHandoff) return state === 'person'
  return teamHours(services, workspace)?.open ?? true
}

import type { ConversationData } from '../collections/conversation.ts'

/** The outcome that a conversation's facts amount to: the one that is worth most. */
export function outcomeOf(
  data: Pick<ConversationData, 'booking' | 'lead' | 'handoff'>,
): ConversationData['outcome'] {
  if (data.booking) return 'meeting'
  if (data.lead) return 'lead'
  return data.handoff ? 'handoff' : 'none'
}

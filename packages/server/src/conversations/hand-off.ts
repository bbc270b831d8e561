import type { StoredConversation } from '../collections/conversation.ts'
import type { Edit } from './change-conversation.ts'

/** Requests a handoff. */
export function handOff(
  { id }: Pick<StoredConversation, 'id'>,
  reason: string | null,
  at: number,
): Edit {
  return {
    data: { handoff: { requested_at: at, reason } },
    happening: { type: 'handoff.requested', subject: { kind: 'conversation', id } },
  }
}

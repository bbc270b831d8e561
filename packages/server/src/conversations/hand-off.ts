import type { StoredChatSession } from '../collections/chat-session.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import type { Services } from '../services/services.ts'
import type { Edit } from './change-conversation.ts'
import { moveTeam } from './move-team.ts'

/** Requests a handoff. Returns null while the visitor waits for a person or has one. */
export function handOff(
  services: Services,
  row: StoredConversation,
  sessions: readonly StoredChatSession[],
  reason: string | null,
  at: number,
): Edit | null {
  const edit = moveTeam(services, row, { move: 'handOff', sessions, isBooked: false }, at)
  return edit && { ...edit, data: { ...edit.data, handoff: { requested_at: at, reason } } }
}

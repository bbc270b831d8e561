import { conversations, type StoredConversation } from '../collections/conversation.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/port.ts'

/** The keys that put off the grading of a conversation in which something was just said. */
export function quietKeys({ quietMs, clock }: Pick<Services, 'quietMs' | 'clock'>): {
  due_at: number
  lease: null
} {
  return { due_at: clock.now() + quietMs, lease: null }
}

/** The write that ends the wait for a conversation in which no visitor has spoken. */
export function stopWaiting(row: StoredConversation): WriteOp {
  return conversations.edit(row, { set: { due_at: null, lease: null } })
}

import type { Evaluation } from '@doorkit/models'
import { countGrade } from '../../analytics/count-grade.ts'
import type { StoredConversation } from '../../collections/conversation.ts'
import type { Services } from '../../services/services.ts'
import { changeConversation } from '../change-conversation.ts'

/** The change that stores the evaluation of a conversation and completes the conversation. */
export async function evaluationChange(
  services: Services,
  row: StoredConversation,
  evaluation: Evaluation,
  at: number,
) {
  const edit = {
    columns: { graded: 1, due_at: null, lease: null },
    data: { evaluation, completed_at: at },
    ops: await countGrade(services, row, evaluation, at),
    events: [{ type: 'conversation.completed', subject: { kind: 'conversation', id: row.id } }],
  } as const
  return changeConversation(services, row, [edit], at)
}

import type { Evaluation } from '@doorkit/models'
import { countGrade } from '../analytics/count-grade.ts'
import {
  type ConversationData,
  conversations,
  type StoredConversation,
} from '../collections/conversation.ts'
import { missing } from '../errors/check-input.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/port.ts'
import { emit } from '../webhooks/emit.ts'
import { outcomeOf } from './outcome.ts'

/** The writes that grade a conversation, its event and its counts. */
export async function gradeOps(
  services: Services,
  row: StoredConversation,
  evaluation: Evaluation,
  at: number,
): Promise<WriteOp[]> {
  return [
    change(row, at, {
      keys: { graded: 1, due_at: null, lease: null },
      data: { evaluation, completed_at: at },
    }),
    ...(await countGrade(services, row, evaluation, at)),
    ...(await happened(services, row, 'conversation.completed', at)),
  ]
}

/** @throws DoorkitError `not_found`. */
export async function findConversation(
  { store }: Services,
  workspace: string,
  id: string,
): Promise<StoredConversation> {
  const row = await conversations.get(store, workspace, id)
  if (!row) throw missing('conversation')
  return row
}

/** The write that changes a conversation, its outcome included. */
export function change(
  row: StoredConversation,
  at: number,
  {
    keys,
    data,
  }: {
    keys?: Partial<Omit<StoredConversation['keys'], 'workspace'>>
    data: Partial<ConversationData>
  },
): WriteOp {
  const next = { ...row.data, ...data }
  return conversations.patch(
    row.keys.workspace,
    row.id,
    { set: { ...keys, updated_at: at }, data: { ...next, outcome: outcomeOf(next) } },
    { ifRev: row.rev },
  )
}

/** The event of a conversation; preview chats emit none. */
export async function happened(
  services: Services,
  row: StoredConversation,
  type: 'conversation.started' | 'conversation.completed' | 'handoff.requested',
  at: number,
): Promise<WriteOp[]> {
  if (row.keys.test) return []
  const subject = { kind: 'conversation', id: row.id } as const
  return emit(services, row.keys.workspace, { type, subject }, at)
}

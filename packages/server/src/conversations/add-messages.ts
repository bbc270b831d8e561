import { previewOf, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { type MessageData, messages } from '../collections/message.ts'
import type { Services } from '../services/services.ts'
import type { NewEvent } from '../webhooks/emit-events.ts'
import type { Edit } from './change-conversation.ts'
import { updateWait } from './team.ts'

/** A message to add. */
export interface NewMessage extends MessageData {
  readonly id: string
  readonly at: number
}

/**
 * Adds messages to a conversation. The visitor's first message emits `conversation.started`. Each of the
 * visitor's messages to a person emits `message.created`.
 */
export function addMessages(
  services: Services,
  row: StoredConversation,
  added: readonly NewMessage[],
): Edit {
  const { id: conversation, data } = row
  const { workspace, graded } = row.columns
  const question = added.find(({ role }) => role === 'user')
  const isFirst = question !== undefined && !data.spoken
  const isAnswered = added.some(({ author }) => author !== undefined)
  const wait = updateWait(services, row, question?.at, isAnswered)
  const events: NewEvent[] = []
  if (isFirst) {
    const subject = { kind: 'conversation', id: conversation } as const
    events.push({ type: 'conversation.started', subject })
  }
  if (teamOf(row).state === 'person') {
    for (const { id, role } of added) {
      if (role !== 'user') continue
      events.push({ type: 'message.created', subject: { kind: 'message', id }, conversation })
    }
  }
  return {
    columns: graded ? {} : quietColumns(services),
    data: {
      message_count: data.message_count + added.length,
      preview: data.preview || previewOf(question?.text ?? ''),
      spoken: data.spoken || isFirst,
      ...wait.data,
    },
    ops: [
      ...added.map(({ id, at, ...message }, index) => {
        const position = data.message_count + index
        const columns = { workspace, conversation, position, created_at: at }
        return messages.insert(id, columns, message)
      }),
      ...(wait.ops ?? []),
    ],
    reached: isFirst ? 'conversations' : undefined,
    events,
  }
}

/** The columns that postpone the grading of a conversation after a new message. */
export function quietColumns({ quietMs, clock }: Pick<Services, 'quietMs' | 'clock'>) {
  return { due_at: clock.now() + quietMs, lease: null }
}

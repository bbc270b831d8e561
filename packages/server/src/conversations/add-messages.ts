import { previewOf, type StoredConversation } from '../collections/conversation.ts'
import { type MessageData, messages } from '../collections/message.ts'
import type { Services } from '../services/services.ts'
import type { Edit } from './change-conversation.ts'

/** A message to add. */
export interface NewMessage extends MessageData {
  readonly id: string
  readonly at: number
}

/** Adds messages to a conversation. The visitor's first message emits `conversation.started`. */
export function addMessages(
  services: Services,
  { id: conversation, keys: { workspace, graded }, data }: StoredConversation,
  added: readonly NewMessage[],
): Edit {
  const question = added.find(({ role }) => role === 'user')
  const isFirst = question !== undefined && !data.spoken
  return {
    keys: graded ? {} : quietKeys(services),
    data: {
      message_count: data.message_count + added.length,
      preview: data.preview || previewOf(question?.text ?? ''),
      spoken: data.spoken || isFirst,
    },
    ops: added.map(({ id, at, ...message }, index) => {
      const position = data.message_count + index
      const keys = { workspace, conversation, position, created_at: at }
      return messages.insert(id, keys, message)
    }),
    reached: isFirst ? 'conversations' : undefined,
    happening: isFirst
      ? { type: 'conversation.started', subject: { kind: 'conversation', id: conversation } }
      : undefined,
  }
}

/** The columns that postpone the grading of a conversation with a new message. */
export function quietKeys({ quietMs, clock }: Pick<Services, 'quietMs' | 'clock'>) {
  return { due_at: clock.now() + quietMs, lease: null }
}

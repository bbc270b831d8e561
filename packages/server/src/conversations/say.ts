import { previewOf, type StoredConversation } from '../collections/conversation.ts'
import { messages, type StoredMessage } from '../collections/message.ts'
import type { Services } from '../kit/services.ts'
import type { Edit } from './change-conversation.ts'
import { quietKeys } from './wait-for-quiet.ts'

/** A message to add. */
export interface NewMessage extends Pick<StoredMessage['data'], 'role' | 'text' | 'tools'> {
  readonly id: string
  readonly at: number
}

/** Adds messages to a conversation; the first of the visitor starts it for everybody else. */
export function say(
  services: Services,
  { id: conversation, keys: { workspace, graded }, data }: StoredConversation,
  said: readonly NewMessage[],
): Edit {
  const question = said.find(({ role }) => role === 'user')
  const isFirst = question !== undefined && !data.spoken
  return {
    keys: graded ? {} : quietKeys(services),
    data: {
      message_count: data.message_count + said.length,
      preview: data.preview || previewOf(question?.text ?? ''),
      spoken: data.spoken || isFirst,
    },
    ops: said.map(({ id, at, role, text, tools }, nth) => {
      const position = data.message_count + nth
      const keys = { workspace, conversation, position, created_at: at }
      return messages.insert(id, keys, { role, text, tools })
    }),
    reached: isFirst ? 'conversations' : undefined,
    happening: isFirst
      ? { type: 'conversation.started', subject: { kind: 'conversation', id: conversation } }
      : undefined,
  }
}

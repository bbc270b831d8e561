import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import type { ChatReply, Id, Message } from '@doorkit/models'
import { EventStream } from '../chat/event-stream.ts'
import type { StoredChatSession } from '../collections/chat-session.ts'
import { answerTo, messages, toMessage } from '../collections/message.ts'
import { idFrom } from '../ids/ids.ts'
import type { Services } from '../services/services.ts'

/**
 * The stored answer to a message that was sent before with the same id. Replays of requests do not
 * cover streamed answers, so it is read from the transcript. Null if the message is new or has no
 * answer yet.
 *
 * @param repeatId - see {@link Context.repeatId}.
 */
export async function findAnswer(
  { store }: Pick<Services, 'store'>,
  session: Pick<StoredChatSession, 'id' | 'columns'>,
  repeatId: string | null,
  text: string,
): Promise<Message | null> {
  if (repeatId === null) return null
  const { workspace } = session.columns
  const id = idFrom('message', [session.id, repeatId, text])
  const question = await messages.get(store, workspace, id)
  if (!question) return null
  const answer = await answerTo(store, question)
  return answer && toMessage(answer)
}

/** Writes a stored answer as JSON. */
export function replyAgain(session: string, { id, text, created_at }: Message): ChatReply {
  return {
    object: 'chat_reply',
    session: session as Id<'chatSession'>,
    message: { id, role: 'assistant', text, created_at },
    actions: [],
    finish_reason: 'stop',
  }
}

/** Writes a stored answer as a stream. */
export function streamAgain({ id, text }: Message): EventStream {
  const chunks: ChatChunk[] = [
    { type: 'start', messageId: id },
    { type: 'start-step' },
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: text },
    { type: 'text-end', id },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop' },
  ]
  const whole = chunks.map(encodeChatChunk).join('') + CHAT_STREAM_DONE
  return new EventStream(new Blob([whole]).stream())
}

import { CHAT_STREAM_DONE, type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import type { ChatReply, Id, Message } from '@doorkit/models'
import type { NewQuestion } from '../chat/begin-turn.ts'
import { answerTo, messages, toMessage } from '../collections/message.ts'
import { idempotencyKeyReused } from '../commit/idempotency-lock.ts'
import type { Context } from '../commit/request-context.ts'
import { idFrom } from '../ids/ids.ts'
import { EventStream } from '../requests/http-answer.ts'

/** The id of a message with an idempotency key, the same for every repeat; null without such a key. */
export function questionId({ repeatId }: Context, session: string): string | null {
  return repeatId === null ? null : idFrom('message', [session, repeatId])
}

/**
 * The stored answer to a message that was sent before with the same id. Replays of requests do not cover
 * streamed answers, so the answer is read from the transcript. Null if the message is new or has no
 * answer yet.
 *
 * @throws Failure `idempotency_key_reused` if the message had another text.
 */
export async function findAnswer(
  { store, workspace }: Context,
  { id, text }: NewQuestion,
): Promise<Message | null> {
  const question = id === null ? null : await messages.get(store, workspace.id, id)
  if (!question) return null
  if (toMessage(question).text !== text) throw idempotencyKeyReused('id')
  const answer = await answerTo(store, question)
  return answer && toMessage(answer)
}

/** Makes the reply that contains a stored answer. */
export function replyAgain(session: string, { id, text, created_at }: Message): ChatReply {
  return {
    object: 'chat_reply',
    session: session as Id<'chatSession'>,
    message: { id, role: 'assistant', text, created_at },
    actions: [],
    finish_reason: 'stop',
  }
}

/**
 * Makes a stream of a stored answer. Its chunks have no ids, because a page would use them to resume the
 * first stream, in which the same numbers mean other chunks.
 */
export function streamAgain({ id, text }: Message, question: NewQuestion): EventStream {
  const chunks: ChatChunk[] = [
    { type: 'start', messageId: id, messageMetadata: { question: question.id } },
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

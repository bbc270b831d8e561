import type { ChatSession, Client } from '@doorkit/client'
import { expectThat, heading } from '../step.ts'

/** Opens a chat and streams an answer, token by token. */
export async function streamAnswer(chat: Client): Promise<ChatSession> {
  const session = await chat.chatSessions.create({ channel: 'tour' })
  const question = 'What does the Team plan cost?'
  process.stdout.write(`${heading('Chat')}${session.id} is asked "${question}" and says "`)
  let tokens = 0
  for await (const chunk of chat.chatSessions.stream(session.id, { text: question })) {
    if (chunk.type !== 'text-delta') continue
    process.stdout.write(chunk.delta)
    tokens += 1
  }
  process.stdout.write(`" in ${tokens} tokens\n`)
  expectThat(tokens > 1, 'The answer did not arrive token by token.')
  return session
}

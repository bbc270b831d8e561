import type { ChatSession, Client } from '@doorkit/client'
import { expectThat, heading } from '../step.ts'

/** Opens a chat and streams an answer, piece by piece. */
export async function streamAnswer(chat: Client): Promise<ChatSession> {
  const session = await chat.chatSessions.create({ channel: 'tour' })
  const question = 'What does the Team plan cost?'
  process.stdout.write(`${heading('Chat')}${session.id} is asked "${question}" and says "`)
  let pieces = 0
  for await (const chunk of chat.chatSessions.stream(session.id, { text: question })) {
    if (chunk.type !== 'text-delta') continue
    process.stdout.write(chunk.delta)
    pieces += 1
  }
  process.stdout.write(`" in ${pieces} pieces\n`)
  expectThat(pieces > 1, 'The answer arrived in one piece.')
  return session
}

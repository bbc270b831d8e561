import type { ChatSession, Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'
import type { Receiver } from './receive-webhooks.ts'

/** Asks for a person in the chat, which starts a handoff. */
export async function askForPerson(
  chat: Client,
  session: ChatSession,
  receiver: Receiver,
): Promise<void> {
  const arrival = receiver.next('handoff.requested')
  const { actions } = await chat.chatSessions.send(session.id, { text: 'Can I talk to a person?' })
  expectThat(
    actions.some(({ type }) => type === 'handoff_requested'),
    'The agent did not start a handoff.',
  )
  const event = await arrival
  const { status } = await chat.chatSessions.get(session.id)
  expectThat(status === 'handed_off', `The session is ${status}.`)
  say(`${heading('Handoff')}${session.id} is ${status}; webhook ${event.id} received and verified`)
}

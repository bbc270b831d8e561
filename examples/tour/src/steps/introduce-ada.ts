import type { ChatSession, Client } from '@doorkit/client'
import { expectThat, heading, say } from '../step.ts'
import type { Receiver } from './receive-webhooks.ts'

/** Tells the chat a name and an email address, which creates a lead, an event and a webhook. */
export async function introduceAda(
  chat: Client,
  session: ChatSession,
  receiver: Receiver,
): Promise<void> {
  const arrival = receiver.next('lead.captured')
  const text = "I'm Ada Lovelace, ada@example.com"
  const reply = await chat.chatSessions.send(session.id, { text })
  const event = await arrival
  expectThat(event.type === 'lead.captured', 'A different event arrived.')
  const contact = event.data.object
  expectThat(contact?.email === 'ada@example.com', 'The webhook is about somebody else.')
  const webhook = `webhook ${event.id} received and verified: ${contact.id} is ${contact.name}`
  say(`${heading('Lead')}"${text}" is answered by ${reply.message.id}; ${webhook}`)
}

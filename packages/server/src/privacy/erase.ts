import { createHash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import type { Context } from '../pipeline/context.ts'
import { contacts } from '../records/contact.ts'
import { erasures } from '../records/erasure.ts'
import { eraseAnswers } from './erase-answers.ts'
import { eraseConversation } from './erase-conversation.ts'
import { eraseEvents } from './erase-events.ts'
import { findContact, findConversations } from './person.ts'

/**
 * Erases everything held about one person (spec: Behaviour of privacy operations). It runs in
 * steps, each of which can be repeated: an erasure that was cut short is finished by the next.
 */
export async function erasePerson<Reply>(
  context: Context,
  email: string,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { store } = context
  const workspace = context.workspace.id
  const contact = await findContact(store, workspace, email)
  const conversations = await findConversations(store, workspace, email)
  const marks: string[] = [email]
  for (const conversation of conversations) {
    marks.push(...(await eraseConversation(context, conversation.id)))
  }
  const subjects = [...conversations.map(({ id }) => id), ...(contact ? [contact.id] : [])]
  let events = 0
  for (const subject of subjects) events += await eraseEvents(context, workspace, subject)
  if (contact) marks.push(contact.id)
  await eraseAnswers(context, workspace, marks)

  return context.write(async (at) => {
    const row = await findContact(store, workspace, email)
    const erasure: Erasure = {
      object: 'privacy_erasure',
      id: context.makeId('erasure') as Id<'erasure'>,
      email_hash: createHash('sha256').update(email).digest('hex'),
      conversations: conversations.length,
      booking_attempts: 0,
      link_bookings: 0,
      events,
      contact_deleted: row !== null,
    }
    return {
      ops: [
        ...(row ? [contacts.remove(row.id, { ifRev: row.rev })] : []),
        erasures.insert(erasure.id, { workspace, created_at: at }, erasure),
      ],
      reply: toReply(erasure),
    }
  })
}

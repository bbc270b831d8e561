import { createHash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import { contacts } from '../collections/contact.ts'
import { erasures } from '../collections/erasure.ts'
import type { BuildChange } from '../kit/commit-change.ts'
import type { Context } from '../kit/context.ts'
import { cleanOlderPages } from './clean-older-pages.ts'
import { answersAbout } from './erase-answers.ts'
import { eraseRecords } from './erase-records.ts'
import { type Erased, nothingErased } from './erased.ts'
import { finishErasure, refuseAnswers } from './finish-erasure.ts'
import { findContact, findPerson, type PersonRecords } from './person.ts'

/** Who writes about the person without end must not keep the erasure from ending. */
const mostRounds = 10

/** The person was named again before the contact could be removed. */
class NamedMeanwhile extends Error {
  override readonly name = 'NamedMeanwhile'
}

/**
 * Erases everything held about one person (spec: Behaviour of privacy operations). Whatever is
 * recorded about the person while it runs comes either before the removal of the contact, and is
 * erased too, or after it, and begins anew: nothing is left that refers to what is gone.
 */
export async function erasePerson<Reply>(
  context: Context,
  email: string,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { store, logger } = context
  const workspace = context.workspace.id
  const erased = nothingErased(context.makeId('erasure'), email)
  const eraseFound = async () => {
    const person = await findPerson(store, workspace, email)
    await eraseRecords(context, workspace, person, erased)
  }
  await cleanOlderPages(context, workspace)
  for (let round = 1; ; round++) {
    await eraseFound()
    try {
      const { reply, contact } = await removeContact(context, email, erased, {
        isLast: round === mostRounds,
        toReply,
      })
      // A booking does not touch the contact that it belongs to.
      const late = await findPerson(store, workspace, email)
      if (contact && refersTo(late, contact)) await eraseFound()
      const people = answersAbout(context, workspace, erased.people)
      const unfinished = { id: erased.id, keys: { workspace }, data: { people } }
      await finishErasure(context, unfinished).catch((error) => {
        const message =
          'What was erased may still stand in a log of the database: the worker tries again.'
        logger.warn({ error }, message)
      })
      return reply
    } catch (error) {
      if (!(error instanceof NamedMeanwhile)) throw error
    }
  }
}

/**
 * Removes the contact and writes the receipt, as one commit.
 *
 * @throws NamedMeanwhile when something names the person still, unless this is the last try.
 */
async function removeContact<Reply>(
  context: Context,
  email: string,
  erased: Erased,
  { isLast, toReply }: { isLast: boolean; toReply: (erasure: Erasure) => Reply },
): Promise<{ readonly reply: Reply; readonly contact: string | null }> {
  const { store } = context
  const workspace = context.workspace.id
  let contact: string | null = null
  const change: BuildChange<Reply> = async (at) => {
    // Who names the person from here on changes the contact, which its revision guards.
    const row = await findContact(store, workspace, email)
    if (!isLast && isNamed(await findPerson(store, workspace, email))) throw new NamedMeanwhile()
    contact = row?.id ?? null
    if (contact) erased.people.add(contact)
    const erasure = receipt(erased, row !== null)
    return {
      ops: [
        ...(row ? [contacts.remove(row.id, { ifRev: row.rev })] : []),
        erasures.insert(erasure.id, { workspace, created_at: at }, erasure),
        ...refuseAnswers(context, workspace, erased, at),
      ],
      reply: toReply(erasure),
    }
  }
  // The receipt says nothing about the person, and is kept although the request names them.
  const reply = await context.write(change, { personal: false })
  return { reply, contact }
}

function receipt(
  { id, email, conversations, bookings, events }: Erased,
  contact_deleted: boolean,
): Erasure {
  const kinds = [...bookings.values()]
  return {
    object: 'privacy_erasure',
    id: id as Id<'erasure'>,
    email_hash: createHash('sha256').update(email).digest('hex'),
    conversations: conversations.size,
    booking_attempts: kinds.filter((kind) => kind === 'attempt').length,
    link_bookings: kinds.filter((kind) => kind === 'link').length,
    events,
    contact_deleted,
  }
}

function isNamed({ conversations, meetings, bookings }: PersonRecords): boolean {
  return conversations.length + meetings.length + bookings.length > 0
}

function refersTo({ conversations, meetings }: PersonRecords, contact: string): boolean {
  return [...conversations, ...meetings].some(({ data }) => data.contact === contact)
}

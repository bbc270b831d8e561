import { createHash } from 'node:crypto'
import { type Erasure, type Id, limits } from '@doorkit/models'
import { contacts } from '../collections/contact.ts'
import { erasures } from '../collections/erasure.ts'
import type { Context } from '../http/pipeline/context.ts'
import { eraseAnswers } from './erase-answers.ts'
import { type Erased, eraseRecords, nothingErased } from './erase-records.ts'
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
  const { store, clock, logger } = context
  const workspace = context.workspace.id
  const startedAt = clock.now()
  const erased = nothingErased()
  const eraseFound = async () => {
    const person = await findPerson(store, workspace, email)
    await eraseRecords(context, workspace, { email, person }, erased)
  }
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
      await eraseAnswers(context, workspace, [...erased.marks], {
        since: startedAt + limits.idempotencyReplaySeconds * 1_000,
        except: context.requestId,
      })
      await store.scrub?.().catch((error) => {
        logger.warn({ error }, 'What was erased may still stand in a log of the database.')
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
  const reply = await context.write(async (at) => {
    // Who names the person from here on changes the contact, which its revision guards.
    const row = await findContact(store, workspace, email)
    if (!isLast && isNamed(await findPerson(store, workspace, email))) throw new NamedMeanwhile()
    contact = row?.id ?? null
    if (contact) erased.marks.add(contact)
    const erasure = receipt(context, email, erased, row !== null)
    return {
      ops: [
        ...(row ? [contacts.remove(row.id, { ifRev: row.rev })] : []),
        erasures.insert(erasure.id, { workspace, created_at: at }, erasure),
      ],
      reply: toReply(erasure),
    }
  })
  return { reply, contact }
}

function receipt(
  context: Context,
  email: string,
  { conversations, bookings, events }: Erased,
  contact_deleted: boolean,
): Erasure {
  const kinds = [...bookings.values()]
  return {
    object: 'privacy_erasure',
    id: context.makeId('erasure') as Id<'erasure'>,
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

import { hash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import { contacts, findContact } from '../collections/contact.ts'
import { erasures } from '../collections/erasure.ts'
import type { BuildChange } from '../commit/commit-change.ts'
import type { Context } from '../commit/request-context.ts'
import type { Services } from '../services/services.ts'
import { emit } from '../webhooks/emit-events.ts'
import { eraseRows, erasureOf } from './erase-row.ts'
import { signPeople } from './erase-stored-answers.ts'
import { type ErasureProgress, noteFound, nothingErased } from './erasure-progress.ts'
import { type FoundRow, findRows, isRemoved } from './find-person-rows.ts'
import type { Subject } from './find-subject.ts'
import { eraseAnswersSoFar, finishErasure, refuseAnswers } from './finish-erasure.ts'

/** Limits the repeats, so a writer that keeps naming the person cannot delay the erasure forever. */
const mostRepeats = 10

/** The error if a writer named the person again before the contact could be removed. */
class PersonNamedAgain extends Error {
  override readonly name = 'PersonNamedAgain'
}

/**
 * The services of an erasure: the context of a request or, for an erasure by the host's code, a context
 * without an idempotency key.
 */
type ErasureServices = Services & Pick<Context, 'workspace' | 'claimKey' | 'write'>

/**
 * Erases everything about one person (docs/api.md#erasure). A row that is written about the person
 * before the contact is removed is erased too, except one that is written during the last repeat. A
 * later row belongs to a new contact. No row refers to an erased contact.
 */
export async function erasePerson<Reply>(
  context: ErasureServices,
  subject: Subject,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const endPlace = await context.erasurePlaces(context.workspace.id)
  try {
    return await eraseEverything(context, subject, toReply)
  } finally {
    endPlace()
  }
}

async function eraseEverything<Reply>(
  context: ErasureServices,
  subject: Subject,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { logger } = context
  const workspace = context.workspace.id
  await context.claimKey()
  const erased = nothingErased(context.makeId('erasure'), subject)
  for (let repeat = 1; ; repeat++) {
    await eraseFound(context, erased, await findAbout(context, subject))
    try {
      const { reply, contact } = await removeContact(context, subject, erased, {
        isLast: repeat === mostRepeats,
        toReply,
      })
      // A new booking does not change the contact, so the guard of the removal does not notice the booking.
      const late = await findAbout(context, subject)
      if (contact && late.some((found) => refersTo(found, contact))) {
        await eraseFound(context, erased, late)
      }
      const people = signPeople(context, workspace, erased.people)
      const { id, hasFound } = erased
      await finishErasure(context, workspace, { id, people, hasFound }).catch((error) => {
        const message =
          'Erased content may still be in stored answers or in a log of the database. The worker tries again.'
        logger.warn({ error }, message)
      })
      return reply
    } catch (error) {
      if (!(error instanceof PersonNamedAgain)) throw error
    }
  }
}

function findAbout(context: ErasureServices, { email, from }: Subject): Promise<FoundRow[]> {
  return findRows(context, context.workspace.id, email, { from, purpose: 'erasure' })
}

/**
 * Erases the rows about a person except the contact. Each row is erased before the row that led to it,
 * so the next erasure can finish an interrupted one. Each step can be repeated.
 */
async function eraseFound(
  context: ErasureServices,
  erased: ErasureProgress,
  found: readonly FoundRow[],
): Promise<void> {
  noteFound(erased, found)
  await eraseAnswersSoFar(context, context.workspace.id, erased)
  const rows = found.filter((row) => !isContact(row)).reverse()
  await eraseRows(context, context.workspace.id, rows, erased)
}

/**
 * Removes the contact and writes the receipt in one commit.
 *
 * @throws PersonNamedAgain if a row still names the person, except in the last repeat.
 */
async function removeContact<Reply>(
  context: ErasureServices,
  subject: Subject,
  erased: ErasureProgress,
  { isLast, toReply }: { isLast: boolean; toReply: (erasure: Erasure) => Reply },
): Promise<{ readonly reply: Reply; readonly contact: string | null }> {
  const { store } = context
  const workspace = context.workspace.id
  let contact: string | null = null
  const change: BuildChange<Reply> = async (at) => {
    // A writer that names the person from now on, except in a booking, changes the contact, so this
    // commit fails.
    const row = await findContact(store, workspace, subject.email)
    if (!isLast && (await findAbout(context, subject)).some((found) => isLeft(found, erased))) {
      throw new PersonNamedAgain()
    }
    contact = row?.id ?? null
    if (contact) {
      erased.people.add(contact)
      erased.hasFound = true
    }
    const erasure = receipt(erased, row !== null)
    const newEvents = row
      ? [{ type: 'contact.deleted', subject: { kind: 'contact', id: row.id } } as const]
      : []
    return {
      ops: [
        ...(row ? [contacts.remove(workspace, row.id, { ifRev: row.rev })] : []),
        ...(await emit(context, workspace, newEvents, at)),
        erasures.insert(erasure.id, { workspace, created_at: at }, erasure),
        ...refuseAnswers(context, workspace, erased, at),
      ],
      reply: toReply(erasure),
    }
  }
  // The receipt has only a hash of the address, so its replay can be stored.
  const reply = await context.write(change, { personal: false })
  return { reply, contact }
}

function receipt({ id, name, changed }: ErasureProgress, contact_deleted: boolean): Erasure {
  const bookings = [...(changed.get('bookings')?.values() ?? [])]
  const ofKind = (kind: string) => bookings.filter(({ columns }) => columns.kind === kind).length
  return {
    object: 'privacy_erasure',
    id: id as Id<'erasure'>,
    // `name` is the address or, without one, the external id or the visitor id.
    email_hash: hash('sha256', name),
    conversations: changed.get('conversations')?.size ?? 0,
    booking_attempts: ofKind('attempt'),
    link_bookings: ofKind('link'),
    events: changed.get('events')?.size ?? 0,
    contact_deleted,
  }
}

function isContact({ collection }: FoundRow): boolean {
  return collection.plan.name === contacts.plan.name
}

/** Whether a row other than the contact still has content about the person. */
function isLeft(found: FoundRow, { people }: ErasureProgress): boolean {
  if (isContact(found)) return false
  return (found.isOwn && isRemoved(found.collection)) || erasureOf(found, people) !== null
}

function refersTo({ row, isOwn }: FoundRow, contact: string): boolean {
  return isOwn && (row.data as { readonly contact?: unknown } | null)?.contact === contact
}

import { hash } from 'node:crypto'
import type { Erasure, Id } from '@doorkit/models'
import { contacts, findContact, type StoredContact } from '../collections/contact.ts'
import { erasures } from '../collections/erasure.ts'
import type { BuildChange } from '../kit/commit-change.ts'
import type { Context } from '../kit/context.ts'
import type { Services } from '../kit/services.ts'
import { emit } from '../webhooks/emit.ts'
import { answersAbout } from './erase-answers.ts'
import { eraseRow, erasureOf } from './erase-row.ts'
import { type ErasureProgress, noteFound, nothingErased } from './erasure-receipt.ts'
import { type FoundRow, findRows, isRemoved } from './find-person.ts'
import { eraseAnswersSoFar, finishErasure, refuseAnswers } from './finish-erasure.ts'
import type { Subject } from './subject.ts'

/** A writer that names the person without end must not keep the erasure from ending. */
const mostRounds = 10

/** The person was named again before the contact could be removed. */
class NamedMeanwhile extends Error {
  override readonly name = 'NamedMeanwhile'
}

/** What an erasure works with: the context of a request, or in code the same without a key. */
type Erasing = Services & Pick<Context, 'workspace' | 'hold' | 'write'>

/**
 * Erases everything held about one person (docs/api.md#erasure). Whatever is
 * recorded about the person while it runs comes either before the removal of the contact, and is
 * erased too, or after it, and begins anew: nothing is left that refers to what is gone.
 */
export async function erasePerson<Reply>(
  context: Erasing,
  subject: Subject,
  toReply: (erasure: Erasure) => Reply,
): Promise<Reply> {
  const { logger } = context
  const workspace = context.workspace.id
  await context.hold()
  const erased = nothingErased(context.makeId('erasure'), subject)
  for (let round = 1; ; round++) {
    await eraseFound(context, erased, await findAbout(context, subject))
    try {
      const { reply, contact } = await removeContact(context, subject, erased, {
        isLast: round === mostRounds,
        toReply,
      })
      // A booking does not touch the contact that it belongs to.
      const late = await findAbout(context, subject)
      if (contact && late.some((found) => refersTo(found, contact))) {
        await eraseFound(context, erased, late)
      }
      const people = answersAbout(context, workspace, erased.people)
      const { id, hasFound } = erased
      await finishErasure(context, workspace, { id, people, hasFound }).catch((error) => {
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

function findAbout(context: Erasing, { email, from }: Subject): Promise<FoundRow[]> {
  return findRows(context, context.workspace.id, email, { from, purpose: 'erasure' })
}

/**
 * Erases the rows about a person but the contact, each before the one that led to it: so an
 * erasure that was cut short is finished by the next. Each step can be repeated.
 */
async function eraseFound(
  context: Erasing,
  erased: ErasureProgress,
  found: readonly FoundRow[],
): Promise<void> {
  noteFound(erased, found)
  await eraseAnswersSoFar(context, context.workspace.id, erased)
  for (const one of [...found].reverse()) {
    if (!isContact(one)) await eraseRow(context, context.workspace.id, one, erased)
  }
}

/**
 * Removes the contact and writes the receipt, as one commit.
 *
 * @throws NamedMeanwhile when something names the person still, unless this is the last try.
 */
async function removeContact<Reply>(
  context: Erasing,
  subject: Subject,
  erased: ErasureProgress,
  { isLast, toReply }: { isLast: boolean; toReply: (erasure: Erasure) => Reply },
): Promise<{ readonly reply: Reply; readonly contact: string | null }> {
  const { store } = context
  const workspace = context.workspace.id
  let contact: string | null = null
  const change: BuildChange<Reply> = async (at) => {
    // A writer that names the person from here on changes the contact, which its revision guards.
    const row = await findContact(store, workspace, subject.email)
    if (!isLast && (await findAbout(context, subject)).some((found) => isLeft(found, erased))) {
      throw new NamedMeanwhile()
    }
    contact = row?.id ?? null
    if (contact) {
      erased.people.add(contact)
      erased.hasFound = true
    }
    const erasure = receipt(erased, row !== null)
    return {
      ops: [
        ...(row ? await removal(context, row, at) : []),
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

/** The contact goes, and the event says so: in one commit, so that it is said once. */
async function removal(context: Erasing, { id, rev }: StoredContact, at: number) {
  const workspace = context.workspace.id
  const happening = { type: 'contact.deleted', subject: { kind: 'contact', id } } as const
  return [
    contacts.remove(workspace, id, { ifRev: rev }),
    ...(await emit(context, workspace, [happening], at)),
  ]
}

function receipt({ id, name, changed }: ErasureProgress, contact_deleted: boolean): Erasure {
  const bookings = [...(changed.get('bookings')?.values() ?? [])]
  const ofKind = (kind: string) => bookings.filter(({ keys }) => keys.kind === kind).length
  return {
    object: 'privacy_erasure',
    id: id as Id<'erasure'>,
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

/** Whether a row still says something about the person. */
function isLeft(found: FoundRow, { people }: ErasureProgress): boolean {
  return !isContact(found) && (isRemoved(found.collection) || erasureOf(found, people) !== null)
}

function refersTo({ row, isOwn }: FoundRow, contact: string): boolean {
  return isOwn && (row.data as { readonly contact?: unknown } | null)?.contact === contact
}

import type { BulkPatch, Condition, RowsQuery, Store, WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { contacts } from '../collections/contact.ts'
import { conversations } from '../collections/conversation.ts'
import { workPerRound } from '../kit/bounds.ts'
import type { Services } from '../kit/services.ts'
import { signPerson } from '../kit/sign-person.ts'

/** Whose an external id is now. */
interface Owner {
  readonly email: string
  /** Whether a contact has the external id; otherwise a chat session was opened with both. */
  readonly isContact: boolean
  /** The write that fails the commit of a record once the external id is another's. */
  readonly hold: WriteOp
}

/** How a conversation names its visitor, and the writes that go with that. */
interface NamedVisitor {
  readonly keys: {
    readonly visitor_email: string | null
    readonly visitor_external_id: string | null
  }
  readonly ops: readonly WriteOp[]
}

const isNull = (key: string, value: boolean): Condition => ({ key, op: 'isNull', value })

/**
 * Names the visitor of a chat session by the address of whoever has the external id now, so that a
 * later change of hands moves nothing. A conversation keeps the external id only as long as no
 * contact has it.
 */
export async function nameVisitor(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  email: string | null,
  externalId: string | null,
): Promise<NamedVisitor> {
  const asGiven = { visitor_email: email, visitor_external_id: externalId }
  const owner = externalId === null ? null : await ownerOf(services.store, workspace, externalId)
  if (!owner || externalId === null) return { keys: asGiven, ops: [] }
  if (email === null) {
    return { keys: { visitor_email: owner.email, visitor_external_id: null }, ops: [owner.hold] }
  }
  if (owner.isContact) return { keys: { ...asGiven, visitor_external_id: null }, ops: [] }
  if (owner.email !== email) await bindRecorded(services, workspace, externalId, owner)
  return { keys: asGiven, ops: [] }
}

/** Whose external id the site's name for a visitor is now, as rows of visits say it. */
export async function personOfVisitor(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  visitor: string | null,
): Promise<{ readonly person: string | null; readonly ops: readonly WriteOp[] }> {
  const owner = visitor === null ? null : await ownerOf(services.store, workspace, visitor)
  if (!owner) return { person: null, ops: [] }
  return { person: signPerson(services, workspace, owner.email), ops: [owner.hold] }
}

/**
 * Binds what was recorded under an external id to whose it is, before a contact gives it up or
 * another one takes it. What is recorded from here on names its visitor itself.
 *
 * @param next - the address that the external id goes to; null for none.
 */
export async function beforeChangeOfHands(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  externalId: string,
  next: string | null,
): Promise<void> {
  const owner = await ownerOf(services.store, workspace, externalId)
  if (owner && owner.email !== next) await bindRecorded(services, workspace, externalId, owner)
}

/** Whose an external id is; null where nobody has it. */
export async function ownerOf(
  store: Store,
  workspace: string,
  externalId: string,
): Promise<Owner | null> {
  const named = [equals('workspace', workspace), equals('visitor_external_id', externalId)]
  const [contact, [session]] = await Promise.all([
    contacts.first(store, 'contacts_external_id', [
      equals('workspace', workspace),
      equals('external_id', externalId),
    ]),
    conversations.list(store, {
      index: 'conversations_visitor_external',
      where: [...named, isNull('visitor_email', false)],
      dir: 'desc',
      limit: 1,
    }),
  ])
  if (contact) {
    const { email } = contact.keys
    // Not only a check: an erasure of the contact has to learn that there is something new.
    const guard = { when: [equals('external_id', externalId)] }
    return { email, isContact: true, hold: contacts.patch(workspace, contact.id, {}, guard) }
  }
  const email = session?.keys.visitor_email
  if (!session || !email) return null
  const ref = conversations.ref(workspace, session.id)
  const when = [equals('visitor_email', email), equals('visitor_external_id', externalId)]
  return { email, isContact: false, hold: { op: 'check', ...ref, exists: true, when } }
}

async function bindRecorded(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  externalId: string,
  { email }: Owner,
): Promise<void> {
  const { store } = services
  const inWorkspace = equals('workspace', workspace)
  const named = [inWorkspace, equals('visitor_external_id', externalId)]
  const nobodys = { in: 'conversations', where: [...named, isNull('visitor_email', true)] }
  await change(store, nobodys, { set: { visitor_email: email, visitor_external_id: null } })
  await change(store, { in: 'conversations', where: named }, { set: { visitor_external_id: null } })
  const seen = [inWorkspace, equals('visitor', externalId), isNull('person', true)]
  const person = signPerson(services, workspace, email)
  await change(store, { in: 'visits', where: seen }, { set: { person } })
}

async function change(store: Store, query: RowsQuery, patch: BulkPatch): Promise<void> {
  while ((await store.updateMany({ ...query, limit: workPerRound }, patch)).more);
}

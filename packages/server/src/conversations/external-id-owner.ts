import type { BulkPatch, Condition, RowsQuery, Store, WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { contacts } from '../collections/contact.ts'
import { conversations } from '../collections/conversation.ts'
import { signPerson } from '../ids/pseudonyms.ts'
import { rowsPerBulkWrite } from '../limits/bounds.ts'
import type { Services } from '../services/services.ts'

/** The person who currently has an external id. */
interface Owner {
  readonly email: string
  /** Whether a contact has the id. Otherwise, a chat session was opened with the id and the email. */
  readonly isContact: boolean
  /** Fails the commit if the external id now belongs to somebody else. */
  readonly guard: WriteOp
}

const isNull = (column: string, value: boolean): Condition => ({ column, op: 'isNull', value })

/** The columns by which a conversation names its visitor, and the guards of its commit. */
export async function nameVisitor(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  email: string | null,
  externalId: string | null,
) {
  const unchanged = { visitor_email: email, visitor_external_id: externalId }
  const owner = externalId === null ? null : await ownerOf(services.store, workspace, externalId)
  if (!owner || externalId === null) return { columns: unchanged, ops: [] }
  if (email === null) {
    // The owner's email takes the place of the id, so a later change of owner does not change the
    // conversation.
    return {
      columns: { visitor_email: owner.email, visitor_external_id: null },
      ops: [owner.guard],
    }
  }
  if (owner.isContact) return { columns: { ...unchanged, visitor_external_id: null }, ops: [] }
  // From now on, the id belongs to this email, so its earlier rows are bound to the previous owner.
  if (owner.email !== email) await bindRows(services, workspace, externalId, owner)
  return { columns: unchanged, ops: [] }
}

/**
 * The signature of the owner of a visitor's external id. The commit that stores it needs the guards in
 * `ops`.
 */
export async function personOfVisitor(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  visitor: string | null,
): Promise<{ readonly person: string | null; readonly ops: readonly WriteOp[] }> {
  const owner = visitor === null ? null : await ownerOf(services.store, workspace, visitor)
  if (!owner) return { person: null, ops: [] }
  return { person: signPerson(services, workspace, owner.email), ops: [owner.guard] }
}

/**
 * Binds the rows of an external id to its owner, before a contact loses or gains the id.
 *
 * @param next - the email of the next owner; null for none.
 */
export async function bindRowsToOwner(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  externalId: string,
  next: string | null,
): Promise<void> {
  const owner = await ownerOf(services.store, workspace, externalId)
  if (owner && owner.email !== next) await bindRows(services, workspace, externalId, owner)
}

/** Finds the owner of an external id; null if nobody has it. */
export async function ownerOf(
  store: Store,
  workspace: string,
  externalId: string,
): Promise<Owner | null> {
  const hasExternalId = [equals('workspace', workspace), equals('visitor_external_id', externalId)]
  const [contact, [conversation]] = await Promise.all([
    contacts.first(store, 'contacts_external_id', [
      equals('workspace', workspace),
      equals('external_id', externalId),
    ]),
    conversations.list(store, {
      index: 'conversations_visitor_external',
      where: [...hasExternalId, isNull('visitor_email', false)],
      dir: 'desc',
      limit: 1,
    }),
  ])
  if (contact) {
    const { email } = contact.columns
    // An erasure that has read the contact must read it again. A patch makes sure of that, because it
    // changes the revision; a check does not.
    const when = [equals('external_id', externalId)]
    return { email, isContact: true, guard: contacts.patch(workspace, contact.id, {}, { when }) }
  }
  const email = conversation?.columns.visitor_email
  if (!conversation || !email) return null
  const when = [equals('visitor_email', email), equals('visitor_external_id', externalId)]
  return {
    email,
    isContact: false,
    guard: conversations.check(workspace, conversation.id, { when }),
  }
}

/**
 * Removes an external id from conversations, which get the owner's email if they have none, and adds the
 * owner to visits.
 */
async function bindRows(
  services: Pick<Services, 'store' | 'vault'>,
  workspace: string,
  externalId: string,
  { email }: Owner,
): Promise<void> {
  const { store } = services
  const inWorkspace = equals('workspace', workspace)
  const hasExternalId = [inWorkspace, equals('visitor_external_id', externalId)]
  const withoutEmail = {
    in: 'conversations',
    where: [...hasExternalId, isNull('visitor_email', true)],
  }
  await updateAll(store, withoutEmail, { set: { visitor_email: email, visitor_external_id: null } })
  await updateAll(
    store,
    { in: 'conversations', where: hasExternalId },
    { set: { visitor_external_id: null } },
  )
  const withoutPerson = [inWorkspace, equals('visitor', externalId), isNull('person', true)]
  const person = signPerson(services, workspace, email)
  await updateAll(store, { in: 'visits', where: withoutPerson }, { set: { person } })
}

async function updateAll(store: Store, query: RowsQuery, patch: BulkPatch): Promise<void> {
  while ((await store.updateMany({ ...query, limit: rowsPerBulkWrite }, patch)).more);
}

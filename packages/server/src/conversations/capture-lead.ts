import { equals } from '../collections/collection.ts'
import { type ContactData, contacts } from '../collections/contact.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { namings } from '../collections/naming.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/index.ts'

/** Who a visitor said they are. */
export interface Lead {
  /** In lower case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/**
 * The writes that make a contact of a lead, or add to the one there is what it lacks. Nothing that
 * is known already is overwritten by what a visitor types.
 *
 * @param verified - whether the calling application vouches for the address.
 */
export async function captureContact(
  services: Services,
  { id: conversation, keys: { workspace } }: Pick<StoredConversation, 'id' | 'keys'>,
  lead: Lead,
  verified: boolean,
  at: number,
): Promise<{ readonly id: string; readonly ops: readonly WriteOp[] }> {
  const contact = await contactOf(services, workspace, lead, verified, at)
  const keys = { workspace, email: lead.email, conversation }
  const naming = namings.insert(
    `${conversation}.${contact.id}`,
    keys,
    { contact: contact.id },
    'ignore',
  )
  return { id: contact.id, ops: [contact.op, naming] }
}

async function contactOf(
  services: Services,
  workspace: string,
  lead: Lead,
  verified: boolean,
  at: number,
): Promise<{ readonly id: string; readonly op: WriteOp }> {
  const where = [equals('workspace', workspace), equals('email', lead.email)]
  const known = await contacts.first(services.store, 'contacts_email', where)
  const name = [lead.firstName, lead.lastName].filter(Boolean).join(' ') || null
  if (known) {
    const data: ContactData = {
      ...known.data,
      first_name: known.data.first_name ?? lead.firstName,
      last_name: known.data.last_name ?? lead.lastName,
      name: known.data.name ?? name,
      identity_verified: known.data.identity_verified || verified,
      last_seen_at: at,
    }
    const op = contacts.patch(
      workspace,
      known.id,
      { set: { updated_at: at }, data },
      { ifRev: known.rev },
    )
    return { id: known.id, op }
  }
  const id = services.makeId('contact')
  const op = contacts.insert(
    id,
    { workspace, email: lead.email, external_id: null, created_at: at, updated_at: at },
    {
      first_name: lead.firstName,
      last_name: lead.lastName,
      name,
      company: null,
      phone: null,
      attributes: {},
      identity_verified: verified,
      source: 'chat',
      first_seen_at: at,
      last_seen_at: at,
    },
  )
  return { id, op }
}

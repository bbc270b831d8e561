import { equals } from '../collections/collection.ts'
import { type ContactData, contacts, type StoredContact } from '../collections/contact.ts'
import type { StoredConversation } from '../collections/conversation.ts'
import { namings } from '../collections/naming.ts'
import type { Services } from '../kit/services.ts'
import type { Store, WriteOp } from '../store/port.ts'

/** Who a visitor said they are. */
export interface Lead {
  /** In lower case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
}

/** A lead, and what there is to know of it. */
export interface Capture {
  readonly lead: Lead
  /** The contact of the address, as {@link findContact} reads it. */
  readonly known: StoredContact | null
  /** Whether the calling application vouches for the address. */
  readonly verified: boolean
}

/** The contact of a workspace that has an address. */
export function findContact(
  store: Store,
  workspace: string,
  email: string,
): Promise<StoredContact | null> {
  const where = [equals('workspace', workspace), equals('email', email)]
  return contacts.first(store, 'contacts_email', where)
}

/**
 * The writes that make a contact of a lead, or add to the one there is what it lacks. Nothing that
 * is known already is overwritten by what a visitor types.
 */
export function captureContact(
  services: Services,
  { id: conversation, keys: { workspace } }: Pick<StoredConversation, 'id' | 'keys'>,
  capture: Capture,
  at: number,
): { readonly id: string; readonly ops: readonly WriteOp[] } {
  const { lead } = capture
  const contact = contactOf(services, workspace, capture, at)
  const keys = { workspace, email: lead.email, conversation }
  const naming = namings.insert(
    `${conversation}.${contact.id}`,
    keys,
    { contact: contact.id },
    'ignore',
  )
  return { id: contact.id, ops: [contact.op, naming] }
}

function contactOf(
  services: Services,
  workspace: string,
  { lead, known, verified }: Capture,
  at: number,
): { readonly id: string; readonly op: WriteOp } {
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

import type { Store, WriteOp } from '@doorkit/store'
import type { Collection } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Signer } from '../secrets/encryption.ts'
import { containsEmailAddress } from '../text/email-addresses.ts'
import { digest } from '../values/digest.ts'

type VaultServices = { readonly vault: Pick<Signer, 'sign'> }

/** The ids under which a counted visitor may be stored. */
export interface VisitorIds {
  readonly id: string
  /** The unsigned id that earlier versions of the kit wrote. Rows with this id expire. */
  readonly former: string
}

/** A stable name for a visitor, which never contains an email address. */
export function privateVisitorName({ vault }: VaultServices, visitor: string): string {
  return containsEmailAddress(visitor) ? vault.sign(`visitor\n${visitor.toLowerCase()}`) : visitor
}

/**
 * The ids of a visitor in rows about one link or opening test. They are signed, not only hashed, so that
 * a reader of the database cannot test names against them.
 *
 * @param of - the id of the link or test. It prevents anyone from matching the visitors of two links or
 * tests.
 */
export function visitorIds(services: VaultServices, of: string, visitor: string): VisitorIds {
  const signature = services.vault.sign(`visitor\n${of}\n${privateVisitorName(services, visitor)}`)
  return { id: `${of}.${signature}`, former: `${of}.${digest([visitor])}` }
}

/** The ids of a visitor who is known only by a visit. Visit ids are random, so they are not signed. */
export function visitIds(of: string, visit: string): VisitorIds {
  const id = `${of}.${digest([visit])}`
  return { id, former: id }
}

/** Reads the row of a visitor under either id. */
export async function readVisitor<Columns extends { readonly workspace: string }, Data>(
  { store }: { readonly store: Store },
  collection: Collection<Columns, Data>,
  workspace: string,
  { id, former }: VisitorIds,
): Promise<TypedRow<Columns, Data> | null> {
  const rows = await collection.getMany(store, workspace, [id, former])
  return rows.get(id) ?? rows.get(former) ?? null
}

/** The writes that change the row of a visitor, and move the row to the visitor's current id. */
export function rememberVisitor<Columns extends { readonly workspace: string }, Data>(
  collection: Collection<Columns, Data>,
  { id }: VisitorIds,
  row: TypedRow<Columns, Data>,
  set: Partial<Omit<Columns, 'workspace'>>,
  data: Data,
): WriteOp[] {
  if (row.id === id) return [collection.edit(row, { set, data })]
  const former = collection.remove(row.columns.workspace, row.id, { ifRev: row.rev })
  return [former, collection.insert(id, { ...row.columns, ...set }, data)]
}

/**
 * A pseudonym for a person, from their address or id, for rows that must not contain either. It is
 * signed, not only hashed, so that a reader of the database cannot test addresses against it.
 */
export function signPerson({ vault }: VaultServices, workspace: string, person: string): string {
  return vault.sign(`person\n${workspace}\n${person}`)
}

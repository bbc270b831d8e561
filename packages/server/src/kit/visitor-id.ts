import type { WriteOp } from '@doorkit/store'
import type { Collection, TypedRow } from '../collections/collection.ts'
import { digest } from '../collections/digest.ts'
import { holdsEmailAddress } from '../text/email-addresses.ts'
import type { Services } from './services.ts'

/** The ids under which a visitor may be remembered who was counted on something. */
export interface VisitorIds {
  readonly id: string
  /** As earlier versions wrote it, without a key. Such rows go with their age. */
  readonly former: string
}

/** A name for a visitor that reveals no address, and is the same for the same one. */
export function nameless({ vault }: Pick<Services, 'vault'>, visitor: string): string {
  return holdsEmailAddress(visitor) ? vault.sign(`visitor\n${visitor.toLowerCase()}`) : visitor
}

/**
 * Names a visitor in a row about one link or opening test. Signed, not only hashed: a reader of the
 * database cannot try names against it.
 *
 * @param of - the id of the link or the test: that the visitors of two are one shows in neither.
 */
export function visitorIds(
  services: Pick<Services, 'vault'>,
  of: string,
  visitor: string,
): VisitorIds {
  const signature = services.vault.sign(`visitor\n${of}\n${nameless(services, visitor)}`)
  return { id: `${of}.${signature}`, former: `${of}.${digest([visitor])}` }
}

/** Names a visitor of whom only the visit is known: its id is random, and says nothing of anybody. */
export function visitIds(of: string, visit: string): VisitorIds {
  const id = `${of}.${digest([visit])}`
  return { id, former: id }
}

/** Reads the row of a visitor, under whichever id it has. */
export async function readVisitor<Keys extends { readonly workspace: string }, Data>(
  { store }: Pick<Services, 'store'>,
  collection: Collection<Keys, Data>,
  workspace: string,
  { id, former }: VisitorIds,
): Promise<TypedRow<Keys, Data> | null> {
  const rows = await collection.getMany(store, workspace, [id, former])
  return rows.get(id) ?? rows.get(former) ?? null
}

/** The writes that change the row of a visitor, and leave it under its present id. */
export function rememberVisitor<Keys extends { readonly workspace: string }, Data>(
  collection: Collection<Keys, Data>,
  { id }: VisitorIds,
  row: TypedRow<Keys, Data>,
  set: Partial<Omit<Keys, 'workspace'>>,
  data: Data,
): WriteOp[] {
  if (row.id === id) return [collection.edit(row, { set, data })]
  const former = collection.remove(row.keys.workspace, row.id, { ifRev: row.rev })
  return [former, collection.insert(id, { ...row.keys, ...set }, data)]
}

import type { Collection, TypedRow } from '../collections/collection.ts'
import { notFound } from '../errors/failure.ts'
import type { Context } from '../kit/context.ts'

/** Reads an object of the caller's workspace by the id of the path. */
export type Find<Keys, Data> = (
  context: Pick<Context, 'store' | 'workspace'>,
  id: string,
) => Promise<TypedRow<Keys, Data>>

/**
 * Makes what reads the objects of a collection for a resource's handlers. Another workspace's
 * object is refused as one that is not there: Failure `not_found`, naming the kind of object.
 */
export function finder<Keys, Data>(
  collection: Collection<Keys, Data>,
  kind: string,
): Find<Keys, Data> {
  return async ({ store, workspace }, id) => {
    const row = await collection.get(store, workspace.id, id)
    if (!row) throw notFound(kind)
    return row
  }
}

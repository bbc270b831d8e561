import type { Collection } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Context } from '../commit/request-context.ts'
import { notFound } from '../errors/failure.ts'

/** Reads an object of the principal's workspace by the id in the path. */
export type Find<Columns, Data> = (
  context: Pick<Context, 'store' | 'workspace'>,
  id: string,
) => Promise<TypedRow<Columns, Data>>

/**
 * Makes a {@link Find} for the handlers of a resource. It throws Failure `not_found` for an unknown id,
 * and for the id of an object of another workspace.
 */
export function finder<Columns, Data>(
  collection: Collection<Columns, Data>,
  kind: string,
): Find<Columns, Data> {
  return async ({ store, workspace }, id) => {
    const row = await collection.get(store, workspace.id, id)
    if (!row) throw notFound(kind)
    return row
  }
}

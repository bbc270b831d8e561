import type { Id, IdKind } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import type { Collection } from '../collections/collection.ts'
import type { TypedRow } from '../collections/declare-collection.ts'
import type { Context } from '../commit/request-context.ts'
import type { Find } from './find-by-id.ts'

/** The kind of an object's id: `chatButton` for `chat_button`. */
type KindOf<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<KindOf<Rest>>}`
  : Name

export function deleted<Name extends string>(id: string, object: Name) {
  return { id: id as Id<KindOf<Name> & IdKind>, object, deleted: true } as const
}

/**
 * Makes the handler of a deletion.
 *
 * @param also - makes the other writes of the commit that removes the row.
 */
export function deletion<Columns, Data, Name extends string>(
  object: Name,
  collection: Collection<Columns, Data>,
  find: Find<Columns, Data>,
  also: (context: Context, row: TypedRow<Columns, Data>) => WriteOp[] | Promise<WriteOp[]>,
) {
  return ({ id }: { readonly id: string }, context: Context) =>
    context.write(async () => {
      const row = await find(context, id)
      const rest = await also(context, row)
      const remove = collection.remove(context.workspace.id, id, { ifRev: row.rev })
      return { ops: [remove, ...rest], reply: deleted(id, object) }
    })
}

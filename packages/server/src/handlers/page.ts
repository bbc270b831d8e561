import { type List, limits } from '@doorkit/models'
import { type Collection, equals, positionOf, type Stored } from '../collections/collection.ts'
import type { Context } from '../kit/context.ts'
import type { Filter } from '../store/port.ts'

/** A list to page through. */
export interface PageRequest<Keys, Data, Item> {
  readonly collection: Collection<Keys, Data>
  /** A declared index: the order of the list, newest first. */
  readonly index: string
  /** Conditions besides that of the workspace. */
  readonly where?: Filter | undefined
  /** Conditions that move with time, and so are no part of what a cursor is bound to. */
  readonly also?: Filter | undefined
  readonly query: {
    readonly limit?: number | undefined
    readonly starting_after?: string | undefined
  }
  /** Whether clients read incrementally: what this read did not see carries a later time. */
  readonly isIncremental?: boolean | undefined
  readonly toItem: (row: Stored<Keys, Data>) => Item | Promise<Item>
}

/** Answers one page of a list by keyset: the same cost however deep, nothing skipped or repeated. */
export async function page<Keys, Data, Item>(
  context: Context,
  request: PageRequest<Keys, Data, Item>,
): Promise<List<Item>> {
  const { collection, index, also = [], query, isIncremental, toItem } = request
  const workspace = context.workspace.id
  const where = [equals('workspace', workspace), ...(request.where ?? [])]
  const limit = query.limit ?? limits.pageSize.default
  const binding = [workspace, context.operationId, index, where]
  const after =
    query.starting_after === undefined
      ? undefined
      : context.cursors.read(binding, query.starting_after)
  const rows = await collection.list(context.store, {
    index,
    where: [...where, ...also],
    after,
    dir: 'desc',
    limit: limit + 1,
    horizon: isIncremental && !after ? { scope: workspace, at: context.clock.now() } : undefined,
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return {
    object: 'list',
    data: await Promise.all(shown.map(toItem)),
    has_more: more,
    next_cursor: more
      ? context.cursors.write(binding, positionOf(collection.plan, index, last))
      : null,
  }
}

/** The condition of `updated_since` and `created_since`, both inclusive. */
export function since(key: string, time: string | undefined): Filter {
  return time === undefined ? [] : [{ key, op: 'gte', value: Date.parse(time) }]
}

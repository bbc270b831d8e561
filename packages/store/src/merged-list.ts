import { orderOf } from './order.ts'
import type { ListQuery } from './port.ts'
import type { CollectionPlan, IndexPlan } from './schema.ts'

/** A list as the merge of lists that each fix the leading columns of their index to one value. */
export interface Alternatives {
  /** One a combination of values: none has a row of another. */
  readonly queries: readonly ListQuery[]
  /** The order of the rows of all of them: the columns that are not fixed. */
  readonly order: readonly string[]
}

/**
 * Takes a list apart whose filter names several values (`in`) for columns that its index begins
 * with. Each part is in the order of the index; merged, they are in the order of the other columns.
 */
export function alternativesOf(
  collection: Pick<CollectionPlan, 'partition'>,
  index: IndexPlan,
  query: ListQuery,
): Alternatives {
  const { where, after } = query
  let queries: ListQuery[] = [query]
  let fixed = 0
  for (const [at, key] of index.on.entries()) {
    const isFixed = where.some((condition) => condition.key === key && condition.op === 'eq')
    const among = where.find((condition) => condition.key === key && condition.op === 'in')
    if (!isFixed && among?.op !== 'in') break
    fixed += 1
    if (isFixed || among?.op !== 'in') continue
    queries = [...new Set(among.value)].flatMap((value) =>
      queries.map((one) => ({
        ...one,
        where: one.where.map((condition) =>
          condition === among ? { key, op: 'eq', value } : condition,
        ),
        after: one.after && after && one.after.with(at, value),
      })),
    )
  }
  return { queries, order: orderOf(collection, index).slice(fixed) }
}

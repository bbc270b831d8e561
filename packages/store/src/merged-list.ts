import { orderOf } from './index-order.ts'
import type { ListQuery } from './port.ts'
import type { CollectionPlan, IndexPlan } from './schema.ts'

/**
 * The lists that are merged into one. In each, every leading column for which the filter names values
 * (`eq` or `in`) has one value.
 */
export interface Alternatives {
  /** One for each combination of values. No two of them have a row in common. */
  readonly queries: readonly ListQuery[]
  /** The columns that order the merged rows. */
  readonly order: readonly string[]
}

/**
 * Splits a list whose filter names several values (`in`) for leading columns of its index. Each part
 * has the order of the index. The merged list has the order of the other columns.
 */
export function alternativesOf(
  collection: Pick<CollectionPlan, 'partition'>,
  index: IndexPlan,
  query: ListQuery,
): Alternatives {
  const { where } = query
  let queries: ListQuery[] = [query]
  let fixed = 0
  for (const [at, column] of index.on.entries()) {
    const isFixed = where.some((condition) => condition.column === column && condition.op === 'eq')
    const among = where.find((condition) => condition.column === column && condition.op === 'in')
    if (!isFixed && among?.op !== 'in') break
    fixed += 1
    if (isFixed || among?.op !== 'in') continue
    queries = [...new Set(among.value)].flatMap((value) =>
      queries.map((one) => ({
        ...one,
        where: one.where.map((condition) =>
          condition === among ? { column, op: 'eq', value } : condition,
        ),
        after: one.after?.with(at, value),
      })),
    )
  }
  return { queries, order: orderOf(collection, index).slice(fixed) }
}
